// Posts a random meme to a webhook every morning (Discord's kind: a JSON body with `content` and `embeds`).
//
// Where guffaw-client is installed (its README says how), in the same folder:
//   export GUFFAW_URL=https://memes.example.org GUFFAW_KEY=gfw_… WEBHOOK=https://discord.com/api/webhooks/…
//   node node_modules/guffaw-client/examples/morning-bot.mjs
//
// In a clone of Guffaw, run `npm ci && npm run client` once, then:
//   node client/examples/morning-bot.mjs
//
// --now posts one at once and exits. AT=07:30 sets another time of day. A read-only key is enough.
import { Guffaw } from "guffaw-client";

const { GUFFAW_URL: url, GUFFAW_KEY: key, WEBHOOK: webhook, AT: at = "08:00" } = process.env;
if (!key || !webhook) refuse("Set GUFFAW_KEY to an API key, and WEBHOOK to the address of the webhook.");
if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) refuse(`AT is "${at}": use a time of day such as 08:00.`);

const guffaw = new Guffaw({ key, url });

async function post() {
  const meme = await guffaw.randomMeme();
  const { author, caption, permalink, rating } = meme;
  const answer = await send({
    content: caption || "Good morning!",
    // A caption must not ping anybody.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: `A meme by ${author.username}`,
        url: permalink,
        image: { url: meme.url },
        footer: { text: `Rated ${rating.average} out of 5 by ${rating.total}` },
        timestamp: meme.timestamp.toISOString(),
      },
    ],
  });
  if (!answer.ok) throw new Error(`The webhook answered ${answer.status}: ${await answer.text()}`);
  console.log(`Posted ${permalink}`);
}

/** Retries a busy webhook up to four times: when it says so, or after 1, 2, 4 and 8 seconds. */
async function send(body) {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(webhook, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const seconds = Number(answer.headers.get("retry-after")) || 2 ** attempt;
    if (![429, 503].includes(answer.status) || attempt === 4 || seconds > 3600) return answer;
    await sleep(seconds * 1000);
  }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds until this time of day. */
function untilNext(time) {
  const [hours, minutes] = time.split(":").map(Number);
  const next = new Date();
  next.setHours(hours, minutes, 0, 0);
  if (next <= new Date()) next.setDate(next.getDate() + 1);
  return next - Date.now();
}

function refuse(why) {
  console.error(why);
  process.exit(1);
}

/** Errors of `fetch` itself say why only in their cause. */
const tell = (error) =>
  console.error(error instanceof TypeError && error.cause ? `${error.message}: ${error.cause.message}` : error.message);

if (process.argv.includes("--now")) {
  await post().catch((error) => {
    tell(error);
    process.exitCode = 1;
  });
} else {
  console.log(`A meme every day at ${at}. Ctrl-C stops it.`);
  for (;;) {
    await sleep(untilNext(at));
    // A bad morning is no reason to stop.
    await post().catch(tell);
  }
}
