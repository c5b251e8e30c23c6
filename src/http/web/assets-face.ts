import type { Exchange } from "../exchange.ts";
import { OpenFace, type OpenRoute } from "../open-face.ts";
import { runUnrouted } from "../pipeline.ts";
import { accentSheetNamed } from "./accent-sheet.ts";
import { answerAsset, answerEncoded } from "./answer-page.ts";
import { buildServiceWorker, SERVICE_WORKER_HEADERS, type ServiceWorker } from "./app/service-worker.ts";
import { findAsset, loadAssets } from "./assets.ts";
import type { WebFace } from "./web-face.tsx";
import type { Website } from "./website.ts";

/** The website's own files. If there is none, the website answers. */
export class AssetsFace extends OpenFace {
  constructor(
    private website: Website,
    private pages: WebFace,
  ) {
    super(website);
  }

  #worker: Promise<ServiceWorker> | undefined;

  readonly routes: readonly OpenRoute[] = [
    {
      method: "GET",
      path: "/assets/{file}",
      access: "anyone",
      handle: async ({ exchange }) => {
        const assets = await loadAssets();
        const found = findAsset((name) => assets.get(name) ?? accentSheetNamed(name), exchange.params.file!);
        return found ? answerAsset(exchange.request, found) : this.answerUnrouted(exchange);
      },
    },
    {
      method: "GET",
      // At the root, because it may only serve what is below it.
      path: "/service-worker.js",
      access: "anyone",
      handle: async ({ exchange }) => {
        this.#worker ??= this.website.site().then(buildServiceWorker);
        return answerEncoded(exchange.request, await this.#worker, SERVICE_WORKER_HEADERS);
      },
    },
  ];

  override answerUnrouted(exchange: Exchange): Promise<Response> {
    return runUnrouted(this.website, this.pages, exchange, undefined);
  }
}
