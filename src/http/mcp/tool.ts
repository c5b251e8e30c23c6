import { z } from "zod";

import type { Access } from "../../core/access.ts";
import type { McpCall } from "./mcp-call.ts";

type Content = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

export interface ToolResult {
  content: Content[];
  structuredContent?: object;
  isError?: true;
  /** For programs: what the refusal was about. */
  _meta?: Record<string, unknown>;
}

export interface Tool<S extends z.ZodObject = z.ZodObject> extends Access {
  name: string;
  title: string;
  description: string;
  input: S;
  output: z.ZodObject;
  handle(call: McpCall, input: z.output<S>): Promise<ToolResult>;
}

/** Keeps the input type inside the definition, and lets a list hold tools with different inputs. */
export const tool = <S extends z.ZodObject>(definition: Tool<S>): Tool => definition as unknown as Tool;

/** Tools that need no permission change nothing. */
export const onlyReads = ({ needs }: Tool): boolean => needs === undefined;

/** As clients learn about it. */
export const describeTool = (one: Tool) => ({
  name: one.name,
  title: one.title,
  description: one.description,
  inputSchema: describeInput(one.input),
  outputSchema: schemaOf(one.output),
  annotations: onlyReads(one) ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: false },
});

/** What may be sent, though more is understood: numbers as text, for example. */
function describeInput(input: z.ZodObject) {
  const { properties } = schemaOf(input);
  const needed = Object.entries(input.shape).filter(([, field]) => !z.safeParse(field, undefined).success);
  return { type: "object", properties, required: needed.map(([name]) => name) };
}

function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ jsonSchema }) => dropClutter(jsonSchema),
  });
  return rest;
}

/** Models read all of it. Examples are for our reference; some clients refuse words that JSON Schema does not have. */
function dropClutter(schema: { example?: unknown; maximum?: number }) {
  delete schema.example;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
