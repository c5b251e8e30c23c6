import { legacyRoutes } from "./legacy/routes.ts";
import { openApiRoute, type Root } from "./openapi.ts";
import { v1Routes } from "./v1/routes.ts";

/** The two address roots of the API. */
export const ROOTS: readonly Root[] = [
  {
    address: ({ apiUrl }) => `${apiUrl}/v1`,
    unversioned: ({ apiUrl }) => apiUrl,
    routes: [...v1Routes, openApiRoute(() => ROOTS)],
  },
  { address: ({ oldApiUrl }) => oldApiUrl, routes: legacyRoutes },
];
