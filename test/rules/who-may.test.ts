import { expect, test } from "bun:test";
import { Glob } from "bun";
import { join } from "node:path";

import type { Ctx } from "../../src/core/ctx.ts";
import { DomainError } from "../../src/errors.ts";
import { ROOT } from "../world.ts";

/** Verbs that write and are open to guests: a password or a secret lets them in, or anyone may ask. */
const OPEN_TO_GUESTS = [
  "integrations/oauth-state.ts beginOAuth",
  "integrations/oauth-state.ts endOAuth",
  "integrations/pending-sign-up.ts savePendingSignUp",
  "integrations/sign-in-linked.ts signInLinked",
  "integrations/sign-up-linked.ts signUpLinked",
  "mails/unsubscribe.ts unsubscribe",
  "make/start-recipe.ts startRecipe",
  "passkeys/challenge.ts makeChallenge",
  "passkeys/challenge.ts useChallenge",
  "passkeys/sign-in-with-passkey.ts offerSignIn",
  "passkeys/sign-in-with-passkey.ts signInWithPasskey",
  "reports/report-as-guest.ts reportAsGuest",
  "sessions/sign-in.ts signIn",
  "sessions/sign-up.ts signUp",
  "sessions/use-session.ts useSession",
  "users/confirm-email.ts confirmEmail",
  "users/reset-password.ts askForReset",
  "users/reset-password.ts resetPassword",
  "users/sign-in-by-code.ts signInByCode",
];

interface Exported {
  /** As in OPEN_TO_GUESTS. */
  name: string;
  call(ctx: Ctx): unknown;
}

const VERB = /^export (?:async )?(?:function\*?|const) (\w+)(?: = (?:async )?)?(?:<[^>]*>)?\(\s*ctx: Ctx\b/gm;
const READS = /^(read|list|find|count|search|pick|export|is|has|can|with|prepare)[A-Z]/;
const WRITES = /\bin(Freeing)?Transaction\(|\bevenWhenFull\(|\b(insert|update|upsert|delete|enqueue)[A-Z]\w*\(/;

/**
 * A verb takes the whole `ctx`. A function called inside a transaction, by a verb that has checked who may, takes
 * `tx`; one that needs only parts of a context names them. A verb counts as writing unless its name says that it reads
 * and its body agrees.
 */
async function* verbsThatWrite(): AsyncGenerator<Exported> {
  for await (const path of new Glob("*/**/*.ts").scan(join(ROOT, "src/core"))) {
    const text = await Bun.file(join(ROOT, "src/core", path)).text();
    for (const { 1: name, index } of text.matchAll(VERB)) {
      const rest = text.slice(index);
      const end = rest.search(/\n\}\n|;\n(?! )/);
      if (READS.test(name!) && !WRITES.test(rest.slice(0, end))) continue;
      const module = (await import(join(ROOT, "src/core", path))) as Record<string, (...args: unknown[]) => unknown>;
      yield { name: `${path} ${name}`, call: (ctx) => module[name!]!(ctx, ANYTHING, ANYTHING, ANYTHING) };
    }
  }
}

/** Input of any shape. Only people who may do it are told what is wrong with it. */
const ANYTHING: object = new Proxy(() => ANYTHING, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "anything" : name === "then" ? undefined : ANYTHING),
});

/** Using it in any way means acting before checking who may. */
const untouched = (what: string) =>
  new Proxy({}, { get: (_, name) => expect.unreachable(`${what}.${String(name)} was used before the refusal`) });

const guest = {
  actor: { kind: "guest" },
  now: 0,
  ...Object.fromEntries(["db", "ids", "storage", "cache", "policy"].map((part) => [part, untouched(part)])),
} as unknown as Ctx;

test("every verb that writes first checks who may, and refuses guests", async () => {
  const open: string[] = [];
  const letIn: string[] = [];
  let refused = 0;
  for await (const { name, call } of verbsThatWrite()) {
    if (OPEN_TO_GUESTS.includes(name)) {
      open.push(name);
      continue;
    }
    const error = await Promise.resolve()
      .then(() => call(guest))
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    if (error instanceof DomainError && /^not_(allowed|signed_in)$/.test(error.code)) refused++;
    else letIn.push(`${name}: ${String(error)}`);
  }
  expect(letIn).toEqual([]);
  expect(open.sort()).toEqual(OPEN_TO_GUESTS);
  expect(refused).toBeGreaterThan(60);
});
