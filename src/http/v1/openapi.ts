import { z } from "zod";

import packageJson from "../../../package.json" with { type: "json" };
import type { Addresses } from "../../config.ts";
import { jsonOf, type Json } from "../json.ts";
import { tooLarge } from "../read-body.ts";
import { MOST_BYTES, route, type Route } from "../route.ts";
import { ErrorBody } from "./schemas.ts";

/** An API root: where it is and what it offers. */
export interface Root {
  address(addresses: Addresses): string;
  /** Where its routes are that are also found without a version. */
  unversioned?(addresses: Addresses): string;
  routes: readonly Route[];
}

type JsonObject = Record<string, unknown>;

export const NEEDS_KEY = "An API key is needed; send it in the header Authorization.";
const STATUS_TEXT: Record<number, string> = {
  400: "The input is malformed.",
  401: "No key, or one that is invalid, expired or revoked.",
  403: "The key or the account may not do this.",
  404: "There is no such thing, or it is hidden from the caller.",
  409: "The first request with this Idempotency-Key is still running.",
  413: "The body is too large.",
  415: "The body is of a type that is not accepted.",
  422: "The Idempotency-Key was used for another request.",
  429: "Too many requests; Retry-After says how long to wait.",
  500: "Our fault.",
  503: "Overloaded, or something we depend on is away; Retry-After says when to try again.",
};
interface Header {
  name: string;
  description: string;
  example: string;
  schema?: JsonObject;
}
const HEADERS: Record<string, Header> = {
  XErrorCode: {
    name: "X-Error-Code",
    description: "What went wrong, in one stable word, for programs.",
    example: "not_found",
    schema: { $ref: "#/components/schemas/ErrorCode" },
  },
  XRequestId: { name: "X-Request-Id", description: "Names this request in our log.", example: "3f2a9c1e-1k" },
  ETag: {
    name: "ETag",
    description: "Send it as If-None-Match to get 304 while nothing changed. Weak: time_ago changes it once an hour.",
    example: 'W/"9f86d081884c7d65"',
  },
  RateLimitPolicy: {
    name: "RateLimit-Policy",
    description: "Requests (q) in seconds (w) for each account, whichever of its keys is used.",
    example: '"account";q=600;w=60',
  },
  RateLimit: {
    name: "RateLimit",
    description: "Requests left (r), and seconds until all are back (t).",
    example: '"account";r=599;t=1',
  },
  Link: {
    name: "Link",
    description: "Where a longer list goes on.",
    example: '<http://localhost:8420/v1/meme/140737488889978880/comments?cursor=7>; rel="next"',
  },
};
const DESCRIPTION = `Read and change memes by program.

Every call needs an API key, sent as \`Authorization: <API_KEY>\`; \`Authorization: Bearer <API_KEY>\` and \`X-API-Key: <API_KEY>\` are understood too. Make one with \`./guffaw key create NAME --name "my bot"\`. A key acts as its account: keep it secret.

- Every error is JSON with one field, \`error\`: a sentence for a person. The header \`X-Error-Code\` says the same to programs, in one stable word. A known path with a wrong method is 405, and \`Allow\` says which ones there are.
- Ids of users exceed 2^53: read \`id_str\` where your numbers cannot hold them.
- A write takes its input from the query, from JSON or from a form, as you like; \`null\` counts as not given.
- A list that is longer than its page goes on at the address in the header \`Link\` (\`rel="next"\`), however long it is; \`offset\` reaches as far as 10,000.
- Reads carry a weak \`ETag\` and answer \`If-None-Match\` with 304. \`HEAD\` works wherever \`GET\` does.
- Answers of more than 1 KB are packed with zstd, gzip or br where \`Accept-Encoding\` allows.
- \`RateLimit\` says what is left of the key's allowance, \`Retry-After\` how long to wait when nothing is.
- Every answer carries an \`X-Request-Id\`; name it when you report a problem.`;

/** Names that a $ref can point at: every schema with an id. */
const refOf = (schema: z.ZodType): JsonObject => {
  const { id } = schema.meta() ?? {};
  return id ? { $ref: `#/components/schemas/${String(id)}` } : plain(schema);
};

function plain(schema: z.ZodType, io: "input" | "output" = "output"): JsonObject {
  const {
    $schema: _,
    $defs: __,
    id: ___,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: dropSafeBounds }) as JsonObject;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject;
}

/** That a number fits into JavaScript says nothing about the API. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: JsonObject }) {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === "int64") {
    delete jsonSchema.maximum;
    delete jsonSchema.minimum;
  }
}

function components(): JsonObject {
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

export function buildOpenApi(roots: readonly Root[], addresses: Addresses): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const root of roots) {
    const { origin, pathname } = new URL(root.address(addresses));
    for (const one of root.routes) {
      const path = (paths[pathname.replace(/\/+$/, "") + one.path] ??= {});
      path[one.method.toLowerCase()] = operation(one);
      if (origin !== new URL(addresses.url).origin) path.servers = [{ url: origin }];
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Guffaw API",
      version: packageJson.version,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: new URL(addresses.url).origin }],
    security: [{ authorization: [] }, { bearer: [] }, { apiKey: [] }],
    tags: [...new Set(roots.flatMap((root) => root.routes.map((one) => one.tag)))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components(),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, { description, example, schema = { type: "string" } }]) => [
          name,
          { description, schema, example },
        ]),
      ),
      securitySchemes: {
        authorization: { type: "apiKey", in: "header", name: "Authorization", description: "The key alone." },
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
    },
  };
}

function operation(one: Route): JsonObject {
  const body = requestBody(one);
  return {
    operationId: one.name,
    tags: [one.tag],
    summary: one.summary,
    description: [one.description, one.once && ONCE, accessText(one)].filter(Boolean).join(" ") || undefined,
    ...(one.access.needs === "nothing" ? { security: [] } : {}),
    parameters: parameters(one),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [one.answer.status ?? 200]: {
        description: one.answer.description,
        headers: answerHeaders(one),
        content: content(refOf(one.answer.schema), one.answer.example),
      },
      ...Object.fromEntries(refusals(one).map(([status, example]) => [status, errorResponse(status, example)])),
    },
  };
}

function answerHeaders({ access, method, input }: Route): JsonObject {
  const names = ["XRequestId"];
  if (method === "GET") names.push("ETag");
  if (access.needs !== "nothing") names.push("RateLimitPolicy", "RateLimit");
  if (input && "cursor" in input.shape) names.push("Link");
  return headersOf(names);
}

const headersOf = (names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [HEADERS[name]!.name, { $ref: `#/components/headers/${name}` }]));

function accessText({ access }: Route): string | undefined {
  const needs = [
    access.needs === "nothing" && "No key is needed.",
    access.needs === "write" && "The key needs the permission 'Write'.",
    access.permission && `The key needs the permission '${access.permission}'.`,
    access.pro && "Pro accounts only.",
  ];
  return needs.filter(Boolean).join(" ") || undefined;
}

function parameters(one: Route): JsonObject[] {
  const inPath = Object.entries(one.params ?? {}).map(([name, { description, example }]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string" },
    example,
  }));
  const inQuery = Object.entries(one.input?.shape ?? {}).map(([name, type]) => {
    const { description, ...schema } = plain(type as z.ZodType);
    const required = one.method === "GET" && !z.safeParse(type as z.ZodType, undefined).success;
    return { name, in: "query", required, description, schema };
  });
  return [
    ...inPath,
    ...inQuery.filter(({ name }) => name !== one.upload?.field),
    ...(one.once ? [IDEMPOTENCY_KEY] : []),
  ];
}

const ONCE = "A request with an Idempotency-Key is done once, however often it is sent within 24 hours.";
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A new name for each request, such as a UUID; sent again with it, the request gets its first answer.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function requestBody(one: Route): JsonObject | undefined {
  if (!one.input || one.method === "GET") return undefined;
  const schema = plain(one.input, "input");
  return {
    required: one.upload !== undefined,
    description: "What the query does not give may stand here.",
    content: {
      "application/json": { schema },
      "application/x-www-form-urlencoded": { schema },
      ...(one.upload ? { "multipart/form-data": { schema: withFile(schema, one.upload.field) } } : {}),
    },
  };
}

/** In a multipart form the field is the file itself. */
const withFile = (schema: JsonObject, field: string): JsonObject => {
  const { [field]: file, ...others } = schema.properties as Record<string, JsonObject>;
  const { description } = file!;
  return { ...schema, properties: { [field]: { type: "string", format: "binary", description }, ...others } };
};

/** Those of its own, and those that follow from its access and input. */
function refusals({
  access,
  input,
  method,
  once,
  upload,
  refusals: own = {},
}: Route): [status: number, example: string][] {
  const all: Record<number, string | undefined> = { ...own };
  all[400] ??= "The query is not valid: after % there must be two hex digits that make up UTF-8 text.";
  if (access.needs !== "nothing") {
    all[401] = NEEDS_KEY;
    all[403] ??= "This account is suspended; ask the people who run this site.";
    all[429] = "Too many requests with this key; wait as long as Retry-After says.";
  }
  if (access.pro) all[403] = "This needs a Pro account.";
  else if (access.permission) all[403] = `This API key lacks the permission '${access.permission}'.`;
  if (method !== "GET") all[413] = tooLarge(upload?.mostBytes ?? MOST_BYTES).message;
  if (method !== "GET" && input) all[415] = 'A body of type "text/plain" is not accepted; send JSON or a form.';
  if (once) {
    all[409] = "The first request with this Idempotency-Key is still running; try again shortly.";
    all[422] = "This Idempotency-Key was used for another request; use a new one for each request.";
  }
  all[500] = "Something went wrong on our side; tell the people who run this site the request id 3f2a9c1e-1k.";
  all[503] = "The site cannot do this right now; try again shortly.";
  return Object.entries(all).map(([status, example]) => [Number(status), example ?? ""]);
}

const content = (schema: JsonObject, example: unknown) => ({ "application/json": { schema, example } });

const errorResponse = (status: number, example: string) => ({
  description: STATUS_TEXT[status],
  headers: headersOf(["XRequestId", "XErrorCode"]),
  content: content(refOf(ErrorBody), { error: example }),
});

/** The document describes itself too. */
export function openApiRoute(roots: () => readonly Root[]): Route {
  const written = new WeakMap<Addresses, Json>();
  return route({
    name: "getOpenApi",
    method: "GET",
    path: "/openapi.json",
    access: { needs: "nothing" },
    tag: "This document",
    summary: "This document: OpenAPI 3.1",
    answer: {
      description: "The description of both API roots.",
      schema: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
      example: { openapi: "3.1.0" },
    },
    handle: async ({ addresses }) => {
      // The examples speak of the default address; here they speak of this site's.
      const built = () => jsonOf(buildOpenApi(roots(), addresses)).replaceAll("http://localhost:8420", addresses.url);
      const text = written.get(addresses) ?? (built() as Json);
      written.set(addresses, text);
      return text;
    },
  });
}
