import type { Addresses } from "../../../config.ts";
import type { Access } from "../../../core/access.ts";
import { callOf, curlOf, type Template, type Value } from "../../../shared/call.ts";
import { message, type Message } from "../../../words/messages.ts";
import type { ApiDescription } from "../../api-description.ts";
import { ERROR_CODES } from "../../error-codes.ts";

/** The parts of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  oneOf?: Schema[];
  prefixItems?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
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

/** An input, for both the reference and the form. */
export interface Field {
  name: string;
  place: Value["place"];
  required: boolean;
  description: string | undefined;
  schema: Schema;
  /** Used in the curl example, and as the form's initial value. */
  example: string;
  /** The default of the API. */
  preset: string | undefined;
}

export interface Operation {
  id: string;
  tag: string;
  path: string;
  summary: string;
  description: string | undefined;
  needs: Message[];
  /** The request with the full address, for the shell. */
  template: Template;
  /** Where a page sends it: relative if it is on the page's own origin, so that it works under any host name. */
  sendTo: string;
  writes: boolean;
  fields: Field[];
  /** Content types a write accepts. */
  types: string[];
  curl: string;
  answer: Answer;
  refusals: Answer[];
  /** The answer goes on until the caller leaves, which no form can show. */
  isEndless: boolean;
}

export interface Reference {
  version: string;
  description: string;
  /** Address of the OpenAPI document. */
  document: string;
  /** Addresses of the roots. */
  roots: string[];
  headers: string[];
  groups: { tag: string; operations: Operation[] }[];
  errors: { status: string; code: string; description: string }[];
  schemas: [name: string, schema: Schema][];
}

interface Content {
  content: Record<string, { schema: Schema; example: unknown }>;
}
interface RawOperation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: (RawParameter | { $ref: string })[];
  requestBody?: Content;
  responses: Record<string, Partial<Content> & { description: string }>;
}
interface RawParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
  example?: string;
}
interface RawDocument {
  info: { version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, { servers?: { url: string }[] } & Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { scheme?: string; name?: string }> };
}

/** The operation that returns the document itself. */
const DOCUMENT = "getOpenApi";

/** The OpenAPI document, arranged for reading. Access, which it has no fields for, comes from the routes. */
export function referenceOf(api: ApiDescription, addresses: Addresses): Reference {
  const document = api.document as unknown as RawDocument;
  const site = new URL(addresses.url).origin;
  const routes = new Map(api.routes.map((route) => [route.name, route]));
  const operations = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, raw]) => {
      const route = routes.get(raw.operationId)!;
      const origin = (servers ?? document.servers)[0]!.url;
      const template = { method: method.toUpperCase(), url: origin + path, needsKey: route.access !== "anyone" };
      const sendTo = origin === site ? path : origin + path;
      return { ...operationOf(raw, template), path, description: route.description, sendTo, needs: needsOf(route) };
    }),
  );
  const { info, components, tags } = document;
  return {
    version: info.version,
    description: info.description,
    document: operations.find(({ id }) => id === DOCUMENT)?.sendTo ?? "",
    roots: [...api.roots],
    headers: Object.values(components.securitySchemes).map(({ scheme, name }) =>
      scheme === "bearer" ? "Authorization: Bearer <API_KEY>" : `${name}: <API_KEY>`,
    ),
    groups: groupsOf(
      tags.map(({ name }) => name),
      operations,
    ),
    errors: ERRORS,
    schemas: Object.entries(components.schemas),
  };
}

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** By tag: reads before writes, deletions last, and the document itself at the very end. */
function groupsOf(tags: string[], operations: Operation[]): Reference["groups"] {
  const groups = tags.map((tag) => ({
    tag,
    operations: operations
      .filter((one) => one.tag === tag)
      .sort((a, b) => METHODS.indexOf(a.template.method) - METHODS.indexOf(b.template.method)),
  }));
  const isDocument = (group: Reference["groups"][number]) => group.operations.some(({ id }) => id === DOCUMENT);
  return groups.sort((a, b) => Number(isDocument(a)) - Number(isDocument(b)));
}

const STREAM = "text/event-stream";

function operationOf(raw: RawOperation, template: Template) {
  // 304 has no body to show, and is explained once for all operations.
  const answers = Object.entries(raw.responses).flatMap(([status, { description, content }]) => {
    const shown = content?.["application/json"] ?? content?.[STREAM];
    return shown ? [{ status, description, ...shown }] : [];
  });
  const [answer, ...refusals] = answers as [Answer, ...Answer[]];
  const fields = fieldsOf(raw, answer.example);
  const values = fields.map((field) => ({ ...field, value: field.example }));
  return {
    id: raw.operationId,
    tag: raw.tags[0]!,
    summary: raw.summary,
    template,
    writes: template.method !== "GET",
    fields,
    types: Object.keys(raw.requestBody?.content ?? {}),
    curl: curlOf(callOf(template, values)),
    answer,
    refusals,
    isEndless: raw.responses[200]?.content?.[STREAM] !== undefined,
  };
}

const PLACES: Field["place"][] = ["path", "file", "form", "query", "header"];

/** A write's input, from query or body, is shown once, as a form field. */
function fieldsOf({ parameters, requestBody }: RawOperation, answer: unknown): Field[] {
  const { properties = {}, required: inBody = [] } = requestBody?.content["application/json"]?.schema ?? {};
  // Parameters of all reads are explained once.
  const own = parameters.filter((one) => "name" in one);
  const fields = own.map(({ in: place, name, required: always, description, schema, example }): Field => {
    const required = always || inBody.includes(name);
    const preset = schema.default === undefined ? undefined : String(schema.default);
    // If everything is optional, only free text gets an example: a username, for instance, might be taken.
    const echoed = inBody.length > 0 ? inBody.includes(name) : schema.maxLength !== undefined && name in properties;
    const shown = example ?? schema.example ?? preset ?? (echoed ? echoOf(answer, name) : "");
    return {
      name,
      place: place === "query" && name in properties ? "form" : place,
      required,
      description,
      schema,
      example: String(shown),
      preset,
    };
  });
  return [...fields, ...filesOf(requestBody)].sort((a, b) => PLACES.indexOf(a.place) - PLACES.indexOf(b.place));
}

/** A file cannot be in a query, so it is not a parameter. */
function filesOf(requestBody: RawOperation["requestBody"]): Field[] {
  const { properties = {}, required = [] } = requestBody?.content["multipart/form-data"]?.schema ?? {};
  return Object.entries(properties)
    .filter(([, { format }]) => format === "binary")
    .map(([name, schema], at) => ({
      name,
      place: "file",
      required: required.includes(name),
      description: schema.description,
      schema,
      // Of several, one will do.
      example: at === 0 ? "meme.png" : "",
      preset: undefined,
    }));
}

/** Writes return their input, so the example of the answer contains one for the input. */
const echoOf = (answer: unknown, name: string) => (answer as Record<string, unknown>)[name] ?? "";

function needsOf({ access, needs = [] }: Access): Message[] {
  if (access === "anyone") return [message("docs.needs-no-key")];
  return [
    message("docs.needs-key"),
    ...needs.map((need) =>
      need === "Pro" ? message("docs.needs-pro") : message("docs.needs-permission", { permission: need }),
    ),
  ];
}

const ERRORS = Object.entries(ERROR_CODES).map(([code, { status, when }]) => ({
  status: String(status),
  code,
  description: when,
}));
