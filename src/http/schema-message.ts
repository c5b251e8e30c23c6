import type { z } from "zod";

import { message, type Given, type Message, type PlainKey, type ValuesOf } from "../words/messages.ts";
import { loadMessage, storeMessage } from "../words/stored-message.ts";

/** A schema can only hold text, so a message travels through it in its stored form. */
export const schemaMessage = <K extends PlainKey>(key: K, ...values: Given<ValuesOf<K>>): string =>
  storeMessage(message(key, ...values));

/** The first issue of a schema. */
export const issueMessage = ({ issues }: z.ZodError): Message | string => loadMessage(issues[0]!.message);
