import { GuffawError } from "./errors.ts";
import { canStream, counted, type Progress } from "./upload.ts";

export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

export interface Upload {
  address: string;
  method: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  form: FormData;
  onProgress: (progress: Progress) => void;
}

/** Browsers report upload progress only through XMLHttpRequest, which service workers lack. */
export const sendCounted = (upload: Upload, own: Fetch | undefined): Promise<Response> =>
  own || typeof XMLHttpRequest === "undefined" ? sendPacked(upload, own ?? fetch) : sendByXhr(upload);

async function sendPacked({ address, form, onProgress, ...init }: Upload, send: Fetch): Promise<Response> {
  const packed = new Response(form);
  const headers = { ...init.headers, "Content-Type": packed.headers.get("content-type")! };
  const body = await packed.blob();
  const request = { ...init, headers, redirect: "manual" } as const;
  if (canStream) {
    // Without `duplex` Node refuses to send a stream.
    return send(address, { ...request, body: counted(body, onProgress), duplex: "half" } as RequestInit);
  }
  onProgress({ sent: 0, total: body.size });
  const response = await send(address, { ...request, body });
  onProgress({ sent: body.size, total: body.size });
  init.signal.throwIfAborted();
  return response;
}

function sendByXhr({ address, method, headers, signal, form, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress({ sent: loaded, total }));
    request.addEventListener("load", () => {
      // The browser has followed a redirect: this answer is not from the site the caller named.
      if (request.responseURL && request.responseURL !== address)
        return reject(new GuffawError(movedTo(request.responseURL)));
      const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
      const pairs = lines.filter(Boolean).map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]);
      // Answers with these statuses must not have a body, not even an empty one.
      const text = [204, 205, 304].includes(request.status) ? null : request.responseText;
      resolve(new Response(text, { status: request.status, headers: pairs }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was cut off.")));
    signal.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(form);
  });
}

/** Never follow with the key: whether to trust the new address is for the caller to decide. */
export const movedTo = (location: string | null): string =>
  `The site has moved${location ? ` to ${location}` : ""}: use its new address as url.`;
