import type { Exchange } from "../exchange.ts";
import { OpenFace, type OpenRoute } from "../open-face.ts";
import { runUnrouted } from "../pipeline.ts";
import { accentSheetNamed } from "./accent-sheet.ts";
import { answerAsset, answerEncoded } from "./answer-page.ts";
import { SERVICE_WORKER_HEADERS, serviceWorkerOf } from "./app/service-worker.ts";
import { findAsset, loadAssets } from "./assets.ts";
import { answerDrawings, answerFont, DRAWINGS } from "./make/drawing-files.ts";
import { answerMakerFile } from "./make/maker-files.ts";
import { tintedIconNamed } from "./tinted-icon.ts";
import type { WebFace } from "./web-face.tsx";
import type { Website } from "./website.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

/** The website's own files. If there is none, the website answers. */
export class AssetsFace extends OpenFace {
  constructor(
    private website: Website,
    private pages: WebFace,
  ) {
    super(website);
  }

  /** The same for as long as the program runs, whatever the database says. */
  readonly fixed: readonly OpenRoute[] = [
    {
      method: "GET",
      path: "/assets/{file}",
      access: "anyone",
      handle: async ({ exchange }) => {
        const assets = await loadAssets();
        const found = findAsset(
          (name) => assets.get(name) ?? accentSheetNamed(name) ?? tintedIconNamed((icon) => assets.get(icon), name),
          exchange.params.file!,
        );
        if (found) return answerAsset(exchange.request, found);
        return (await answerMakerFile(exchange.request, exchange.params.file!)) ?? this.answerUnrouted(exchange);
      },
    },
    {
      method: "GET",
      path: "/assets/fonts/{file}",
      access: "anyone",
      handle: async ({ exchange }) =>
        (await answerFont(exchange.request, exchange.params.file!, await this.website.ownFonts())) ??
        this.answerUnrouted(exchange),
    },
    ...DRAWINGS.map((set): OpenRoute => ({
      method: "GET",
      path: `/assets/${set}/{hash}/{file}`,
      access: "anyone",
      handle: async ({ exchange }) => {
        const { hash, file } = exchange.params;
        return (await answerDrawings(exchange.request, set, hash!, file!)) ?? this.answerUnrouted(exchange);
      },
    })),
  ];

  readonly changing: readonly OpenRoute[] = [
    {
      method: "GET",
      // At the root, because it may only serve what is below it.
      path: "/service-worker.js",
      access: "anyone",
      handle: async ({ exchange }) => {
        const site = { ...(await this.website.site()), ...(await this.website.known.read()) };
        return answerEncoded(exchange.request, await serviceWorkerOf(site), SERVICE_WORKER_HEADERS);
      },
    },
  ];

  override answerUnrouted(exchange: Exchange): Promise<HttpResponse> {
    return runUnrouted(this.website, this.pages, exchange, undefined);
  }
}
