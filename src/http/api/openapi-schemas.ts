import { z } from "zod";

export type JsonObject = Record<string, unknown>;

/** Every schema with an id can be the target of a $ref. */
export const refOf = (schema: z.ZodType): JsonObject => {
  const { id } = schema.meta() ?? {};
  return id ? { $ref: `#/components/schemas/${String(id)}` } : plain(schema);
};

export function plain(schema: z.ZodType, io: "input" | "output" = "output"): JsonObject {
  const {
    $schema: _,
    $defs: __,
    id: ___,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: dropSafeBounds }) as JsonObject;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject;
}

/** JavaScript's safe integer range is not part of the API. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: JsonObject }) {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === "int64") {
    delete jsonSchema.maximum;
    delete jsonSchema.minimum;
  }
}

export function schemaComponents(): JsonObject {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: dropSafeBounds,
  });
  const clean = Object.entries(schemas).map(([name, schema]) => {
    const { $schema: _, $id: __, id: ___, ...rest } = schema;
    return [name, rest];
  });
  return Object.fromEntries(clean.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))) as JsonObject;
}
