// The answers of Guffaw's API as somebody would write them with better-sqlite3: prepared statements and objects.
import { createHash } from "node:crypto";

import Database from "better-sqlite3";

const [file, url, author] = process.argv.slice(2);
const db = new Database(file, { readonly: true });

const MEME = `
  select m.*, u.username, u.tag, u.bio, u.meme_count, u.follower_count, u.following_count, u.verified, u.staff,
    u.translator, u.service, u.founder, u.created_at as joined_at
  from memes m join users u on u.id = m.author_id`;
const byId = db.prepare(`${MEME} where m.id = ? and m.disabled = 0`);
const bySlot = db.prepare(`${MEME} where m.age = ? and m.slot = ?`);
const totals = db.prepare("select substr(name, 7) as age, value from counters where name like 'memes:_'");
const own = db.prepare(`${MEME} where m.author_id = ? order by m.id desc`);
const everything = db.prepare(`${MEME} where m.disabled = 0`);
const keyed = db.prepare("select user_id from api_keys where hash = ? and revoked_at is null");

export const findMeme = (id) => presentMeme(byId.get(id));

export function randomMeme() {
  const counts = totals.all();
  let at = Math.floor(Math.random() * counts.reduce((sum, { value }) => sum + value, 0));
  for (const { age, value } of counts) {
    if (at < value) return presentMeme(bySlot.get(Number(age), at));
    at -= value;
  }
}

export const ownMemes = () => own.all(author).map(presentOldMeme);
export const allMemes = () => everything.all().map((row) => ({ id: row.id, ...presentMeme(row) }));
export const mayRead = (key = "") => keyed.get(createHash("sha256").update(key).digest("hex")) !== undefined;

/** Prints the port, which is how the benchmark finds the server. */
export const sayPort = (server) => console.log(server.address().port);

function presentMeme(row) {
  if (!row) return undefined;
  const picture = `${url}/i/${row.id}/${row.image_hash}`;
  const rendition = (name, extension = "webp", type = "image/webp") =>
    row[`${name}_bytes`] === null
      ? undefined
      : {
          url: `${picture}.${name}.${extension}`,
          type,
          width: row[`${name}_width`],
          height: row[`${name}_height`],
          bytes: row[`${name}_bytes`],
        };
  return {
    disabled: row.disabled === 1,
    memeid: row.id,
    caption: row.caption,
    author: presentAuthor(row),
    rating: { average: averageOf(row), total: row.rating_count },
    url: `${picture}.${row.image_extension}`,
    permalink: `${url}/meme/${row.id}`,
    age: row.age,
    alt: row.alt,
    width: row.width,
    height: row.height,
    type: `image/${row.image_extension === "jpg" ? "jpeg" : row.image_extension}`,
    animated: row.animated === 1,
    renditions: {
      thumbnail: rendition("thumbnail"),
      small: rendition("small"),
      medium: rendition("display"),
      preview: rendition("preview", "jpg", "image/jpeg"),
    },
    timestamp: new Date(row.created_at).toISOString(),
    timestamp_epoch_seconds: Math.floor(row.created_at / 1000),
    time_ago: timeAgo(row.created_at),
  };
}

const presentAuthor = (row) => ({
  username: row.username,
  bio: row.bio,
  id: row.author_id,
  id_str: row.author_id,
  stats: { memes: row.meme_count, followers: row.follower_count, following: row.following_count },
  perks: {
    verified: row.verified === 1,
    staff: row.staff === 1,
    translator: row.translator === 1,
    pro: false,
    service: row.service === 1,
    founder: row.founder === 1,
  },
  permalink: `${url}/profile/${row.author_id}`,
  joined: new Date(row.joined_at).toISOString(),
  joined_epoch_seconds: Math.floor(row.joined_at / 1000),
});

const presentOldMeme = (row) => ({
  memeid: row.id,
  caption: row.caption,
  author: `${row.username}#${row.tag}`,
  rating: averageOf(row),
  url: `${url}/i/${row.id}/${row.image_hash}.${row.image_extension}`,
  permalink: `${url}/meme/${row.id}`,
  timestamp: `${new Date(row.created_at).toISOString().slice(0, -1)}+00:00`,
  time_ago: timeAgo(row.created_at),
});

const averageOf = ({ rating_sum, rating_count }) =>
  rating_count === 0 ? 0 : Math.round((rating_sum / rating_count) * 100) / 100;

const DAY = 86_400_000;
const UNITS = [
  ["year", 365.25 * DAY],
  ["month", (365.25 / 12) * DAY],
  ["day", DAY],
  ["hour", DAY / 24],
  ["minute", 60_000],
];

function timeAgo(then) {
  const age = Date.now() - then;
  const [word, ms] = UNITS.find(([, ms]) => age >= ms) ?? ["second", 1000];
  const count = Math.floor(age / ms);
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
