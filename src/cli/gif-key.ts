import { createGifKey } from "../core/gifs/create-gif-key.ts";
import { revokeGifKey } from "../core/gifs/revoke-gif-key.ts";
import { findUserBy } from "../core/users/find-user.ts";
import { listGifKeys } from "../data/gif-keys.ts";
import type { GifKey } from "../entities/gif-key.ts";
import { list, reading, required, withServices, type Command } from "./command.ts";
import { iso } from "./moment.ts";

const OFF = "this site's GIF search is off. Set GUFFAW_GIF_API to keys or open, and restart the server.";

const create: Command = {
  name: "gif-key create",
  args: "NAME",
  summary: "create a key for programs that search for GIFs; it is shown only once",
  details: "Such a key may be public: it shows what guests see, and opens nothing else.",
  count: [1, 1],
  options: {
    name: { type: "string", value: "N", required: true, help: "what the key is for" },
    origin: {
      type: "string",
      multiple: true,
      value: "URL",
      help: "a site whose pages alone may use it; may be repeated",
    },
    mature: { type: "boolean", help: "let it ask for mature memes" },
  },
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const { gifKey, key } = await createGifKey(ctx, {
        user: call.args[0]!,
        name: required(call.values, "name"),
        origins: list(call.values, "origin").join(" "),
        mature: call.values.mature === true,
      });
      const isOff = call.config.gifApi === "off";
      const lines = [
        `${key}\n\nThis is the only time it is shown. To revoke it: ./guffaw gif-key revoke ${gifKey.id}`,
        ...(isOff ? [`It does not work yet: ${OFF}`] : []),
      ];
      return { json: { id: gifKey.id, key, ...(isOff && { warning: OFF }) }, text: lines.join("\n") };
    }),
};

const describe = (key: GifKey) => ({
  id: key.id,
  name: key.name,
  origins: key.origins,
  mature: key.mature,
  created: iso(key.createdAt),
  last_used: iso(key.usedAt),
  revoked: iso(key.revokedAt),
});

const show: Command = {
  name: "gif-key list",
  args: "NAME",
  summary: "list the GIF keys of an account",
  count: [1, 1],
  run: (call) =>
    reading(call, async (_, ctx) => {
      const user = await findUserBy(ctx, call.args[0]!);
      const keys = (await listGifKeys(ctx.db, user.id)).map(describe);
      const lines = keys.map((key) => {
        const where = key.origins.join(", ") || "everywhere";
        return `${key.id}  ${key.revoked ? "revoked" : "valid  "}  last used ${key.last_used ?? "never"}  ${key.name} (${where})`;
      });
      const none = `${user.username} has no GIF keys. Next: ./guffaw gif-key create ${user.username} --name "our chat"`;
      return { json: { keys }, text: lines.join("\n") || none };
    }),
};

const revoke: Command = {
  name: "gif-key revoke",
  args: "ID",
  summary: "revoke a GIF key, effective from the next request",
  count: [1, 1],
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const key = await revokeGifKey(ctx, call.args[0]!);
      return { json: { id: key.id, revoked: true }, text: `Revoked the GIF key ${key.id} (${key.name}).` };
    }),
};

export const gifKeyCommands = [create, show, revoke];
