// What a form of the reference sends, and the same as a line for the shell. Runs on the server too.
export interface Template {
  method: string;
  /** With the path's variables as {name}. */
  url: string;
  needsKey: boolean;
}

export interface Value {
  name: string;
  place: "path" | "query" | "form";
  required: boolean;
  value: string;
}

export interface Call {
  method: string;
  url: string;
  needsKey: boolean;
  form: URLSearchParams | undefined;
}

/** Fields that may be left out and are empty are left out. */
export function callOf({ method, url, needsKey }: Template, values: Value[]): Call {
  const given = values.filter(({ value, required }) => required || value !== "");
  const at = (place: Value["place"]) => given.filter((one) => one.place === place);
  const path = at("path").reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(one.value)), url);
  const pairs = (place: Value["place"]) => new URLSearchParams(at(place).map(({ name, value }) => [name, value]));
  const query = pairs("query").toString();
  const form = pairs("form");
  return { method, needsKey, url: query ? `${path}?${query}` : path, form: form.size > 0 ? form : undefined };
}

/** The key stays out of it, as $KEY: what is copied ends in chats and histories. */
export function curlOf({ method, url, needsKey, form }: Call): string {
  if (method === "GET" && !needsKey) return `curl ${quoted(url)}`;
  const start = ["curl", method !== "GET" && `-X ${method}`, needsKey && '-H "Authorization: $KEY"'];
  const fields = [...(form ?? [])].map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  return [start.filter(Boolean).join(" "), ...fields, quoted(url)].join(" \\\n  ");
}

const quoted = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
