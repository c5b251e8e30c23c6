import sharp from "sharp";

import { envOf, startS3 } from "../s3.ts";
import { until } from "../until.ts";
import { count, seconds, timed, type FaultCheck } from "./check.ts";
import { prepareSite, type Account, type Site } from "./site.ts";
import { startS3Proxy, WRITE_FAULTS, type S3Fault, type S3Proxy } from "./s3-proxy.ts";

const MAX_ANSWER_MS = 5000;
const MAX_HEAL_MS = 3000;
const READS = 30;

class S3Faults {
  wrong: string[] = [];
  reads = 0;
  slowestAnswer = 0;
  slowestHeal = 0;
  #me: Account;
  #image: string;

  constructor(
    private site: Site,
    private proxy: S3Proxy,
    image: Uint8Array,
  ) {
    this.#me = site.accounts[0]!;
    this.#image = Buffer.from(image).toString("base64");
  }

  submit = () => this.site.send(this.#me.key, "POST", "/v1/submit", { image: this.#image, caption: "" });

  async memes(): Promise<{ memeid: string; url: string }[]> {
    return (await this.site.send(this.#me.key, "GET", "/v1/mymemes")).json as never;
  }

  /** Nothing is acknowledged, nothing half done is visible, and everything without pictures works. */
  async write(fault: S3Fault) {
    const before = (await this.memes()).length;
    this.proxy.fault = fault;
    const { ms, result } = await timed(this.submit);
    if (result.status !== 503) this.wrong.push(`${fault}: a submission was ${result.status}`);
    this.slowestAnswer = Math.max(this.slowestAnswer, ms);
    for (let i = 0; i < READS; i++, this.reads++) {
      const { status } = await this.site.send(this.#me.key, "GET", `/v1/meme/${this.#me.meme}`);
      if (status !== 200) this.wrong.push(`${fault}: a read was ${status}`);
    }
    await this.heal(fault);
    const after = (await this.memes()).length;
    if (after !== before + 1) this.wrong.push(`${fault}: ${after - before} memes came of one submission`);
  }

  async heal(fault: S3Fault) {
    this.proxy.fault = "none";
    const { ms } = await timed(() => until(async () => (await this.submit()).status === 201, `${fault} to be over`));
    this.slowestHeal = Math.max(this.slowestHeal, ms);
  }

  picture = async () => {
    const { url } = (await this.memes())[0]!;
    return fetch(this.site.origin + new URL(url).pathname, { signal: AbortSignal.timeout(60_000) });
  };

  /** A truncated picture must not pass for a shorter one. */
  async cutPicture() {
    const whole = (await (await this.picture()).bytes()).length;
    this.proxy.fault = "cut GET";
    const got = await this.picture()
      .then((answer) => answer.bytes())
      .then((bytes) => bytes.length)
      .catch(() => "broken off");
    if (got !== "broken off" && got !== whole)
      this.wrong.push(`cut GET: a picture of ${got} instead of ${whole} bytes`);
    await this.heal("cut GET");
  }

  async lostPicture() {
    this.proxy.fault = "black hole";
    const { ms, result } = await timed(this.picture);
    if (result.status !== 503) this.wrong.push(`black hole: a picture was ${result.status}`);
    this.slowestAnswer = Math.max(this.slowestAnswer, ms);
    await this.heal("black hole");
  }
}

/** Large enough that a cut shows, and that it does not fit into one packet. */
const noisyImage = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

export const s3: FaultCheck = {
  name: "s3",
  goal: `no false acknowledgement, no truncated picture, reads work, 503 within ${seconds(MAX_ANSWER_MS)}, recovers within ${seconds(MAX_HEAL_MS)}`,
  async run(say) {
    const server = await startS3();
    try {
      await using proxy = await startS3Proxy(new URL(server.endpoint));
      await using site = await prepareSite(1, envOf({ ...server, endpoint: proxy.endpoint }));
      await site.start();
      const faults = new S3Faults(site, proxy, await noisyImage());
      if ((await faults.submit()).status !== 201) throw new Error("The storage does not work to begin with.");
      for (const fault of [...WRITE_FAULTS, "black hole"] as const) {
        await faults.write(fault);
        say(`${fault}: ${faults.wrong.length ? faults.wrong.at(-1) : "as it should be"}`);
      }
      await faults.cutPicture();
      await faults.lostPicture();
      const { wrong, reads, slowestAnswer, slowestHeal } = faults;
      return {
        amount: `${WRITE_FAULTS.length + 2} faults, ${count(reads, "read")}`,
        figure: `503 in ${seconds(slowestAnswer)}, recovered in ${seconds(slowestHeal)}, ${count(wrong.length, "deviation")}${wrong.length ? `: ${wrong[0]}` : ""}`,
        ok: wrong.length === 0 && slowestAnswer <= MAX_ANSWER_MS && slowestHeal <= MAX_HEAL_MS,
      };
    } finally {
      await server.stop();
    }
  },
};
