import type { Addresses } from "../../../config.ts";
import type { Access } from "../../../core/access.ts";
import { callOf, curlOf, type Template, type Value } from "../../../browser/call.ts";
import { buildOpenApi, type Root } from "../../v1/openapi.ts";

/** The parts of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Answer {
  status: string;
  description: string;
  schema: Schema;
  example: unknown;
}

/** An input as the reference shows it and as the form asks for it. */
export interface Field {
  name: string;
  place: Value["place"];
  required: boolean;
  description: string | undefined;
  schema: Schema;
  example: string;
}

export interface Operation {
  id: string;
  tag: string;
  path: string;
  summary: string;
  description: string | undefined;
  needs: string[];
  /** The request with the full address, for the shell. */
  template: Template;
  /** Where a page sends it: without the origin where that is the page's own, by whatever name it was opened. */
  sendTo: string;
  writes: boolean;
  fields: Field[];
  /** The types of body that a write accepts, and what the document says of it. */
  body: { types: string[]; description: string | undefined } | undefined;
  curl: string;
  answer: Answer;
  refusals: Answer[];
}

export interface Reference {
  title: string;
  version: string;
  description: string;
  /** The OpenAPI document's own. */
  document: string;
  /** The addresses of the roots. */
  roots: string[];
  headers: string[];
  groups: { tag: string; operations: Operation[] }[];
  errors: { status: string; description: string }[];
  schemas: [name: string, schema: Schema][];
}

interface Content {
  content: Record<string, { schema: Schema; example: unknown }>;
}
interface RawOperation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: {
    name: string;
    in: "path" | "query";
    required: boolean;
    description?: string;
    schema: Schema;
    example?: string;
  }[];
  requestBody?: Content & { description?: string };
  responses: Record<string, Content & { description: string }>;
}
interface RawDocument {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, { servers?: { url: string }[] } & Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { scheme?: string; name?: string }> };
}

/** The OpenAPI document, arranged for reading. What it does not say in fields, the access, is taken from the routes. */
export function referenceOf(roots: readonly Root[], addresses: Addresses): Reference {
  const document = buildOpenApi(roots, addresses) as unknown as RawDocument;
  const site = new URL(addresses.url).origin;
  const routes = new Map(roots.flatMap((root) => root.routes).map((route) => [route.name, route]));
  const operations = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, raw]) => {
      const { access, description } = routes.get(raw.operationId)!;
      const origin = (servers ?? document.servers)[0]!.url;
      const template = { method: method.toUpperCase(), url: origin + path, needsKey: access.needs !== "nothing" };
      const sendTo = origin === site ? path : origin + path;
      return { ...operationOf(raw, template), path, description, sendTo, needs: needsOf(access) };
    }),
  );
  const { info, components, tags } = document;
  return {
    ...info,
    document: operations.find(({ id }) => id === "getOpenApi")?.sendTo ?? "",
    roots: roots.map((root) => root.address(addresses)),
    headers: Object.values(components.securitySchemes).map(({ scheme, name }) =>
      scheme === "bearer" ? "Authorization: Bearer <API_KEY>" : `${name}: <API_KEY>`,
    ),
    groups: tags.map(({ name }) => ({ tag: name, operations: operations.filter(({ tag }) => tag === name) })),
    errors: errorsOf(operations),
    schemas: Object.entries(components.schemas),
  };
}

function operationOf(raw: RawOperation, template: Template) {
  const answers = Object.entries(raw.responses).map(([status, { description, content }]) => ({
    status,
    description,
    ...content["application/json"]!,
  }));
  const [answer, ...refusals] = answers as [Answer, ...Answer[]];
  const fields = fieldsOf(raw, answer.example);
  const values = fields.map(({ example, ...field }) => ({ ...field, value: field.schema.default ? "" : example }));
  return {
    id: raw.operationId,
    tag: raw.tags[0]!,
    summary: raw.summary,
    template,
    writes: template.method !== "GET",
    fields,
    body: raw.requestBody && { types: Object.keys(raw.requestBody.content), description: raw.requestBody.description },
    curl: curlOf(callOf(template, values)),
    answer,
    refusals,
  };
}

/** What a write takes from the query or the body is shown once, as the field of a form. */
function fieldsOf({ parameters, requestBody }: RawOperation, answer: unknown): Field[] {
  const body = requestBody?.content["application/json"]?.schema;
  return parameters.map(({ in: place, name, required, description, schema, example }) => {
    const inBody = body?.properties && name in body.properties;
    return {
      name,
      place: inBody ? "form" : place,
      required: required || Boolean(inBody && body.required?.includes(name)),
      description,
      schema,
      example: example ?? String(schema.default ?? (inBody ? echoOf(answer, name) : "")),
    };
  });
}

/** A write answers with what it was given, so the example of its answer holds one for its input. */
const echoOf = (answer: unknown, name: string) => (answer as Record<string, unknown>)[name] ?? "";

function needsOf({ needs, permission, pro }: Access): string[] {
  if (needs === "nothing") return ["No key"];
  const asked = [
    needs === "write" && "Write permission",
    permission && `${permission} permission`,
    pro && "Pro account",
  ];
  return ["API key", ...asked.filter((one) => typeof one === "string")];
}

function errorsOf(operations: Pick<Operation, "refusals">[]) {
  const errors = new Map(
    operations.flatMap(({ refusals }) => refusals.map(({ status, description }) => [status, description])),
  );
  return [...errors]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([status, description]) => ({ status, description }));
}
