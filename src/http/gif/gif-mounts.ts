import type { Router } from "../router.ts";
import type { Server } from "../server.ts";
import { GifFace, type Dialect, type GifRoute } from "./gif-face.ts";
import { GIPHY, giphyRoutes } from "./giphy-routes.ts";
import { KLIPY, klipyRoutes } from "./klipy-routes.ts";
import { TENOR, tenor1Routes, tenorRoutes } from "./tenor-routes.ts";

interface GifMount {
  /** Below the site's address. */
  root: string;
  dialect: Dialect;
  routes: readonly GifRoute[];
}

/** Klipy has a dialect of its own, and speaks Tenor's too. */
export const GIF_MOUNTS: readonly GifMount[] = [
  { root: "/tenor/v2", dialect: TENOR, routes: tenorRoutes },
  { root: "/tenor/v1", dialect: TENOR, routes: tenor1Routes },
  { root: "/giphy/v1", dialect: GIPHY, routes: giphyRoutes },
  { root: "/klipy/v2", dialect: TENOR, routes: tenorRoutes },
  { root: "/klipy/api/v1", dialect: KLIPY, routes: klipyRoutes },
];

/** `root` is the path of the site. */
export function mountGifs(router: Router, server: Server, root: string): void {
  if (server.services.config.gifApi === "off") return;
  for (const { root: own, dialect, routes } of GIF_MOUNTS) {
    const face = new GifFace(server, dialect);
    router.mount(face, { root: root + own, routes, lane: "reads" }).own(face, root + own, "reads");
  }
}
