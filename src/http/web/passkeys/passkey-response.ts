import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";

import { isPasskeyId } from "../../../core/passkeys/format.ts";
import { schemaMessage } from "../../schema-message.ts";

const id = z.string().refine(isPasskeyId);
const credential = { id, rawId: id, type: z.literal("public-key") };

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).max(20).optional(),
  }),
});

const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

/** The browser's credential.toJSON(), as text in a form field. */
const answered = <T>(schema: z.ZodType, refusal: string) =>
  z.string({ error: refusal }).transform((text, context) => {
    const parsed = schema.safeParse(jsonOf(text));
    if (parsed.success) return { ...(parsed.data as object), clientExtensionResults: {} } as T;
    context.addIssue(refusal);
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const newPasskey = answered<RegistrationResponseJSON>(registration, schemaMessage("error.passkey-not-added"));
export const usedPasskey = answered<AuthenticationResponseJSON>(authentication, schemaMessage("error.passkey-refused"));
