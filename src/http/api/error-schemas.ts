import { z } from "zod";

import { WIRE_CODES } from "../error-codes.ts";

export const ErrorBody = z
  .strictObject({ error: z.string().min(1).describe("A message for people") })
  .meta({ id: "Error" });

export const ErrorCode = z
  .enum(WIRE_CODES)
  .describe("What went wrong, as one stable word, for programs; more may be added")
  .meta({ id: "ErrorCode" });
