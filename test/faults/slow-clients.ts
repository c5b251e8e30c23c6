import { connect, type Socket } from "node:net";

import sharp from "sharp";

import { median } from "../../bench/statistics.ts";
import { ms as milliseconds } from "../../bench/table.ts";
import { count, timed, type FaultCheck } from "./check.ts";
import { prepareSite, type Account, type Site } from "./site.ts";

const HEADERS = 300;
const BODIES = 100;
const READERS = 100;
const DRIP_MS = 3000;
/** The server cuts off clients that send nothing useful for half a minute. */
const MAX_CUT_MS = 60_000;
const MAX_MEMORY = 100e6;
const MAX_SLOWER = 2;
const ASKS = 200;

class SlowClient {
  isCut = false;
  #socket: Socket;
  #timer: Timer | undefined;

  constructor(port: number, begin: string, drip: string | undefined) {
    this.#socket = connect(port, "127.0.0.1", () => this.#socket.write(begin));
    // A client that drips nothing is a reader who does not read.
    if (drip === undefined) this.#socket.pause();
    else this.#timer = setInterval(() => this.#socket.write(drip), DRIP_MS);
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      this.isCut = true;
      clearInterval(this.#timer);
    });
  }

  end() {
    clearInterval(this.#timer);
    this.#socket.destroy();
  }
}

const times = <T>(n: number, make: () => T) => Array.from({ length: n }, make);

function openSlowClients(site: Site, me: Account, picture: string) {
  const port = Number(new URL(site.origin).port);
  const key = `Authorization: ${me.key}\r\n`;
  const body = `PUT /v1/meme/${me.meme}/caption HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  return {
    senders: [
      ...times(HEADERS, () => new SlowClient(port, "GET / HTTP/1.1\r\nHost: x\r\n", "X-Slow: 1\r\n")),
      ...times(BODIES, () => new SlowClient(port, body, " ")),
    ],
    readers: times(READERS, () => new SlowClient(port, `GET ${picture} HTTP/1.1\r\nHost: x\r\n\r\n`, undefined)),
  };
}

/** Median time of healthy requests, in milliseconds. */
async function askOften(site: Site, me: Account, wrong: string[]): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < ASKS; i++) {
    const { ms, result } = await timed(() => site.send(me.key, "GET", `/v1/meme/${me.meme}`));
    if (result.status !== 200) wrong.push(`a healthy request was ${result.status}`);
    took.push(ms);
  }
  return median(took);
}

/** About ten megabytes that do not compress. */
const largeImage = () =>
  sharp({
    create: {
      width: 1900,
      height: 1900,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 80 },
    },
  })
    .png()
    .toBuffer();

export const slowClients: FaultCheck = {
  name: "slow-clients",
  goal: `at most ${MAX_MEMORY / 1e6} MB more, healthy requests at most ${MAX_SLOWER} times slower, slow senders cut off within a minute`,
  async run(say) {
    await using site = await prepareSite(1);
    await site.start();
    const me = site.accounts[0]!;
    const image = Buffer.from(await largeImage()).toString("base64");
    const { json } = await site.send(me.key, "POST", "/v1/submit", { image, caption: "large" });
    const picture = new URL((json.meme as { url: string }).url).pathname;
    const wrong: string[] = [];
    const before = await askOften(site, me, wrong);
    const memoryBefore = await site.memory();
    const { senders, readers } = openSlowClients(site, me, picture);
    try {
      await Bun.sleep(2000);
      const during = await askOften(site, me, wrong);
      const grown = (await site.memory()) - memoryBefore;
      say(`median ${milliseconds(before)} ms before, ${milliseconds(during)} ms during`);
      const openedAt = performance.now();
      const left = () => senders.filter(({ isCut }) => !isCut).length;
      while (left() > 0 && performance.now() - openedAt < MAX_CUT_MS) {
        await Bun.sleep(2000);
        say(`${left()} slow senders left`);
      }
      const slower = during / before;
      if (left()) wrong.push(`${left()} slow senders were not cut`);
      return {
        amount: `${HEADERS} slow headers, ${BODIES} slow bodies, ${READERS} slow readers`,
        figure: `${(grown / 1e6).toFixed(0)} MB more, ${slower.toFixed(1)} times slower, ${count(wrong.length, "deviation")}${wrong.length ? `: ${wrong[0]}` : ""}`,
        // A millisecond more or less is the machine's.
        ok: wrong.length === 0 && grown <= MAX_MEMORY && during <= before * MAX_SLOWER + 2,
      };
    } finally {
      for (const client of [...senders, ...readers]) client.end();
    }
  },
};
