import type { ExportedFile } from "../../core/users/exported-file.ts";
import { streamOf, zipOf } from "./settings/zip-stream.ts";
import type { Visit } from "./visit.ts";
import { HttpResponse } from "../../wire/http-response.ts";

/** A ZIP archive to save, named after what is in it (plain ASCII), the site and the day. */
export function answerZip(visit: Visit, name: string, files: AsyncIterable<ExportedFile>): HttpResponse {
  const day = new Date(visit.ctx.now).toISOString().slice(0, 10);
  const host = new URL(visit.site.url).hostname;
  return new HttpResponse(streamOf(zipOf(files)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${name}-${host}-${day}.zip"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
