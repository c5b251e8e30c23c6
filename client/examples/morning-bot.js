// Posts a random meme to a webhook every morning (Discord's kind: a JSON body with `content` and `embeds`).
//
//   GUFFAW_URL=https://memes.example.org GUFFAW_KEY=gfw_… WEBHOOK=https://discord.com/api/webhooks/… node morning-bot.js
//   node morning-bot.js --now      posts one at once, and ends
//
// AT=07:30 chooses another time of day.
import { Guffaw } from "guffaw-client";

const { GUFFAW_URL: url, GUFFAW_KEY: key, WEBHOOK: webhook, AT: at = "08:00" } = process.env;
if (!key || !webhook) throw new Error("Set GUFFAW_KEY to an API key, and WEBHOOK to the address of the webhook.");
if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new Error(`AT is "${at}": give a time of day such as 08:00.`);

const guffaw = new Guffaw({ key, url });

async function post() {
  const meme = await guffaw.randomMeme();
  const { author, caption, permalink, rating } = meme;
  const answer = await fetch(webhook, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      content: caption || "Good morning!",
      // Nobody is pinged by what somebody wrote on a meme.
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
    }),
  });
  if (!answer.ok) throw new Error(`The webhook answered ${answer.status}: ${await answer.text()}`);
  console.log(`Posted ${permalink}`);
}

/** Milliseconds until the next time that the clock shows this. */
function untilNext(time) {
  const [hours, minutes] = time.split(":").map(Number);
  const next = new Date();
  next.setHours(hours, minutes, 0, 0);
  if (next <= new Date()) next.setDate(next.getDate() + 1);
  return next - Date.now();
}

if (process.argv.includes("--now")) await post();
else {
  console.log(`A meme every day at ${at}. Ctrl-C ends it.`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, untilNext(at)));
    // A bad morning is no reason to stop.
    await post().catch((error) => console.error(error.message));
  }
}
