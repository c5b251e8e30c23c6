import { z } from "zod";

import packageJson from "../../../package.json" with { type: "json" };
import type { Addresses } from "../../config.ts";
import type { ApiDescription } from "../api-description.ts";
import { jsonOf, type Json } from "../json.ts";
import { route, TAGS, type Route } from "../route.ts";
import { headerComponents, responsesOf } from "./openapi-responses.ts";
import { plain, schemaComponents, type JsonObject } from "./openapi-schemas.ts";

/** An API root: where it is and what it offers. */
export interface Root {
  address(addresses: Addresses): string;
  /** Where its routes are that are also found without a version. */
  unversioned?(addresses: Addresses): string;
  routes: readonly Route[];
}

const DESCRIPTION = `Read and change memes by program.

Every call needs an API key, sent as \`Authorization: <API_KEY>\`; \`Authorization: Bearer <API_KEY>\` and \`X-API-Key: <API_KEY>\` are understood too. Make one on the site under Settings, API keys; operators can also use \`./guffaw key create NAME --name "my bot"\`. A key acts as its account: keep it secret.

- Every error is JSON with one field, \`error\`: a sentence for a person. The header \`X-Error-Code\` says the same to programs, in one stable word. A known path with a wrong method is 405, and \`Allow\` says which ones there are.
- Ids of users exceed 2^53: read \`id_str\` where your numbers cannot hold them.
- A write takes its input from the query, from JSON or from a form, as you like; \`null\` counts as not given.
- A list that is longer than its page goes on at the address in the header \`Link\` (\`rel="next"\`), however long it is; \`offset\` reaches as far as 10,000.
- Reads carry a weak \`ETag\` and answer \`If-None-Match\` with 304. \`HEAD\` works wherever \`GET\` does.
- Answers of more than 1 KB are packed with zstd, gzip or br where \`Accept-Encoding\` allows.
- \`RateLimit\` says what is left of the account's allowance, \`Retry-After\` how long to wait when nothing is.
- Every answer carries an \`X-Request-Id\`; name it when you report a problem.`;

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
        authorization: { type: "apiKey", in: "header", name: "Authorization", description: "The key alone." },
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
    },
  };
}

/** For the page of reference. */
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
  if (access === "anyone") return "No key is needed.";
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
    ...inQuery.filter(({ name }) => name !== one.upload?.field),
    ...(one.once ? [IDEMPOTENCY_KEY] : []),
    ...(one.method === "GET" ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
  ];
}

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an earlier answer, or several: 304 where one of them still fits.",
  schema: { type: "string" },
};
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
      // First, because generated clients send the first one: a file is best sent as it is.
      ...(one.upload ? { "multipart/form-data": { schema: withFile(schema, one.upload.field) } } : {}),
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
