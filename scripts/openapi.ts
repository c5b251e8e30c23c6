// `npm run openapi` writes docs/openapi.json, the committed OpenAPI document. A test compares it with the routes.
import { ROOTS } from "../src/http/api/roots.ts";
import { buildOpenApi } from "../src/http/api/openapi.ts";

const url = "http://localhost:8420";
const document = buildOpenApi(ROOTS, { url, apiUrl: url, oldApiUrl: `${url}/api/v1` });
const file = new URL("../docs/openapi.json", import.meta.url).pathname;
await Bun.write(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`Wrote docs/openapi.json: ${Object.keys(document.paths as object).length} paths.`);
