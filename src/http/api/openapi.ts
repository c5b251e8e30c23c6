import { z } from "zod";

import packageJson from "../../../package.json" with { type: "json" };
import type { Addresses } from "../../config.ts";
import type { ApiDescription } from "../api-description.ts";
import { jsonOf, type Json } from "../json.ts";
import { route, TAGS, type Route } from "./api-route.ts";
import { headerComponents, responsesOf } from "./openapi-responses.ts";
import { plain, schemaComponents, type JsonObject } from "./openapi-schemas.ts";

/** An API root: where it is and what it offers. */
export interface Root {
  address(addresses: Addresses): string;
  /** Address of its routes that also work without a version. */
  unversioned?(addresses: Addresses): string;
  routes: readonly Route[];
}

const DESCRIPTION = `Read and manage memes from code.

Every call needs an API key, sent as \`Authorization: <API_KEY>\`; \`Authorization: Bearer <API_KEY>\` and \`X-API-Key: <API_KEY>\` work too. Create one on the site under Settings, API keys; operators can also run \`./guffaw key create NAME --name "my bot"\`. A key acts as its account: keep it secret.

- Every error is JSON with one field, \`error\`: a message for people. The header \`X-Error-Code\` says the same as one stable word for programs. A known path with the wrong method gets 405, and \`Allow\` lists the right ones.
- User ids exceed 2^53: use \`id_str\` if your numbers can't hold them.
- Send input for a write in the query, as JSON or as a form; \`null\` counts as not sent.
- Long lists are paginated through the \`Link\` header (\`rel="next"\`), however long they are; \`offset\` goes up to 10,000.
- Reads have a weak \`ETag\` and answer \`If-None-Match\` with 304 if nothing has changed. \`HEAD\` works wherever \`GET\` does.
- Answers over 1 KB are compressed with zstd, gzip or br if \`Accept-Encoding\` allows it.
- \`RateLimit\` says how much of the account's allowance is left, and \`Retry-After\` how long to wait once it's used up.
- Every answer has an \`X-Request-Id\`; include it when you report a problem.`;

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
    tags: [...new Set(roots.flatMap((root) => root.routes.map((one) => one.tag)))].map((name) => ({
      name,
      description: TAGS[name],
    })),
    paths,
    components: {
      schemas: schemaComponents(),
      parameters: { IfNoneMatch: IF_NONE_MATCH },
      headers: headerComponents(),
      securitySchemes: {
        authorization: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "Just the key, without a scheme.",
        },
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
    },
  };
}

/** For the reference page. */
export const describeApi = (roots: readonly Root[], addresses: Addresses): ApiDescription => ({
  document: buildOpenApi(roots, addresses),
  roots: roots.map((root) => root.address(addresses)),
  routes: roots.flatMap((root) => root.routes),
});

function operation(one: Route): JsonObject {
  const body = requestBody(one);
  return {
    operationId: one.name,
    tags: [one.tag],
    summary: one.summary,
    description: [one.description, one.once && ONCE, accessText(one)].filter(Boolean).join(" ") || undefined,
    ...(one.access === "anyone" ? { security: [] } : {}),
    parameters: parameters(one),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(one),
  };
}

function accessText({ access, needs = [] }: Route): string | undefined {
  if (access === "anyone") return "No key needed.";
  const sentences = needs.map((need) =>
    need === "Pro" ? "Pro accounts only." : `The key needs the permission '${need}'.`,
  );
  return sentences.join(" ") || undefined;
}

function parameters(one: Route): JsonObject[] {
  const inPath = Object.entries(one.params ?? {}).map(([name, { description, example }]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string", minLength: 1 },
    example,
  }));
  const inQuery = Object.entries(one.input?.shape ?? {}).map(([name, type]) => {
    const { description, ...schema } = plain(type as z.ZodType);
    const required = one.method === "GET" && !z.safeParse(type as z.ZodType, undefined).success;
    return { name, in: "query", required, description, schema };
  });
  return [
    ...inPath,
    ...inQuery.filter(({ name }) => !filesOf(one).includes(name)),
    ...(one.once ? [IDEMPOTENCY_KEY] : []),
    ...(one.answer.stream ? [LAST_EVENT_ID] : []),
    ...(one.method === "GET" && !one.answer.stream ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
  ];
}

const filesOf = ({ upload }: Route): readonly string[] => (upload ? [upload.field, ...(upload.more ?? [])] : []);

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an earlier answer, or several: you get 304 if one of them still matches.",
  schema: { type: "string" },
};
const LAST_EVENT_ID = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The id of the last event you heard of: the stream goes on after it.",
  schema: { type: "string" },
};
const ONCE = "With an Idempotency-Key, a request takes effect once, no matter how often you send it within 24 hours.";
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A new value for each request, such as a UUID. Repeat a request with the same value, and you get the first answer again.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function requestBody(one: Route): JsonObject | undefined {
  if (!one.input || one.method === "GET") return undefined;
  const schema = plain(one.input, "input");
  return {
    required: one.upload !== undefined,
    description: "Anything not sent in the query.",
    content: {
      // First, because generated clients pick the first: files are best sent unencoded.
      ...(one.upload ? { "multipart/form-data": { schema: filesOf(one).reduceRight(withFile, schema) } } : {}),
      "application/json": { schema },
      "application/x-www-form-urlencoded": { schema },
    },
  };
}

/** In a multipart form the field is the file itself. */
const withFile = (schema: JsonObject, field: string): JsonObject => {
  const { [field]: file, ...others } = schema.properties as Record<string, JsonObject>;
  const { description } = file!;
  return { ...schema, properties: { [field]: { type: "string", format: "binary", description }, ...others } };
};

/** The document describes itself too. */
export function openApiRoute(roots: () => readonly Root[]): Route {
  const written = new WeakMap<Addresses, Json>();
  return route({
    name: "getOpenApi",
    method: "GET",
    path: "/openapi.json",
    access: "anyone",
    tag: "This document",
    summary: "Get this document (OpenAPI 3.1)",
    answer: {
      description: "The description of both API roots.",
      schema: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
      example: { openapi: "3.1.0" },
    },
    handle: async ({ addresses }) => {
      // The examples use the default address; replace it with this site's.
      const built = () => jsonOf(buildOpenApi(roots(), addresses)).replaceAll("http://localhost:8420", addresses.url);
      const text = written.get(addresses) ?? (built() as Json);
      written.set(addresses, text);
      return text;
    },
  });
}
