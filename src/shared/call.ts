// What a form of the reference sends, and the same as a curl command. Runs on the server too.
export interface Template {
  method: string;
  /** With the path's variables as {name}. */
  url: string;
  needsKey: boolean;
}

export interface Value {
  name: string;
  place: "path" | "query" | "header" | "form" | "file";
  required: boolean;
  /** For a file, its name. */
  value: string;
  /** The default of the API. */
  preset?: string | undefined;
  file?: File | undefined;
}

export interface Call {
  method: string;
  url: string;
  needsKey: boolean;
  headers: Value[];
  /** Form fields; with a file among them, of a multipart form. */
  body: Value[];
}

/** Optional fields are omitted if they are empty or have their default. */
export function callOf({ method, url, needsKey }: Template, values: Value[]): Call {
  const given = values.filter(({ value, required, preset }) => required || (value !== "" && value !== preset));
  const at = (...places: Value["place"][]) => given.filter(({ place }) => places.includes(place));
  const path = at("path").reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(one.value)), url);
  const query = pairsOf(at("query")).toString();
  return { method, needsKey, url: query ? `${path}?${query}` : path, headers: at("header"), body: at("file", "form") };
}

export const pairsOf = (values: Value[]) => new URLSearchParams(values.map(({ name, value }) => [name, value]));
export const hasFile = (body: Value[]) => body.some(({ place }) => place === "file");

/** The key stays out of it, as $KEY: copied commands end up in chats and histories. */
export function curlOf({ method, url, needsKey, headers, body }: Call): string {
  if (method === "GET" && !needsKey) return `curl ${quoted(url)}`;
  const start = ["curl", method !== "GET" && `-X ${method}`, needsKey && '-H "Authorization: $KEY"'];
  const extra = headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`);
  const fields = body.map(
    hasFile(body) ? partOf : ({ name, value }) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
  );
  return [start.filter(Boolean).join(" "), ...extra, ...fields, quoted(url)].join(" \\\n  ");
}

/** Some characters are special to -F: in file names they are quoted, and --form-string takes any text. */
function partOf({ name, place, value }: Value): string {
  if (place === "file") return `-F ${quoted(`${name}=@${/[,;"\\]/.test(value) ? JSON.stringify(value) : value}`)}`;
  return `${/^[@<("\s]|;|\s$/.test(value) ? "--form-string" : "-F"} ${quoted(`${name}=${value}`)}`;
}

const quoted = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
