// Comes before curl in the PATH of the lines that the tests paste: records each call and its answer in the folder
// $CALLS. The real curl does the work if $CURL names one, or else the stand-in below.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Noted {
  method: string;
  url: string;
  status: number;
  headers: string;
  body: string;
  /** The script's $STEP. */
  step: number;
}

type Answer = Omit<Noted, "step">;

async function ask(curl: string, args: string[], folder: string): Promise<Answer> {
  const [headerFile, bodyFile] = [join(folder, "headers"), join(folder, "body")];
  const told = ["-sS", "-D", headerFile, "-o", bodyFile, "-w", "%{response_code} %{method} %{url_effective}"];
  const child = Bun.spawn([curl, ...args.filter((arg) => !shows(arg)), ...told], { stdio: ["inherit", "pipe", 2] });
  const [status, method, url] = (await new Response(child.stdout).text()).split(" ");
  if ((await child.exited) !== 0) throw new Error(`curl ended with ${child.exitCode}.`);
  const headers = readFileSync(headerFile, "utf8").replace(/^HTTP\/\S+ 100 .*?\r\n\r\n/s, "");
  const hasBody = await Bun.file(bodyFile).exists();
  const body = hasBody ? await Bun.file(bodyFile).text() : "";
  return { method: method!, url: url!, status: Number(status), headers, body };
}

const shows = (arg: string) => arg === "-i" || arg === "-si";
const readFile = (name: string) => readFileSync(name === "-" ? 0 : name);

/** Does what curl would, with only those of its flags that the documents use. */
async function standIn(args: string[]): Promise<Answer> {
  const data: string[] = [];
  const headers = new Headers();
  const form = new FormData();
  let [method, url, inQuery] = ["", "", false];
  const rest = args.filter((arg) => !shows(arg) && arg !== "-s");
  const next = () => rest.shift() ?? "";
  const flags: Record<string, () => unknown> = {
    // fetch requests compressed answers anyway.
    "--compressed": () => {},
    "-G": () => (inQuery = true),
    "-X": () => (method = next()),
    "-H": () => headers.append(...(next().split(/: (.*)/s, 2) as [string, string])),
    "-d": () => data.push(next()),
    "--data-binary": () => data.push(readFile(next().replace(/^@/, "")).toString()),
    "--data-urlencode": () => {
      const [, name, mark, value] = /^(\w+)([=@])(.*)$/s.exec(next())!;
      data.push(`${name}=${encodeURIComponent(mark === "@" ? readFile(value!).toString() : value!)}`);
    },
    "-F": () => {
      const [, name, mark, value] = /^(\w+)=(@?)(.*)$/s.exec(next())!;
      if (mark) form.append(name!, new File([readFile(value!)], basename(value!)));
      else form.append(name!, value!);
    },
  };
  while (rest.length > 0) {
    const one = next();
    if (!one.startsWith("-")) url = one;
    else if (flags[one]) flags[one]();
    else throw new Error(`curl is called with ${one}, which its stand-in does not know.`);
  }
  if (inQuery) url += `?${data.splice(0).join("&")}`;
  const isForm = [...form.keys()].length > 0;
  const body = isForm ? form : data.length > 0 ? data.join("&") : undefined;
  if (typeof body === "string" && !headers.has("content-type"))
    headers.set("Content-Type", "application/x-www-form-urlencoded");
  method ||= body === undefined ? "GET" : "POST";
  const response = await fetch(url, { method, headers, body, redirect: "manual" });
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const top = `HTTP/1.1 ${response.status} ${response.statusText}\r\n${lines.join("")}\r\n`;
  return { method, url, status: response.status, headers: top, body: await response.text() };
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const { CALLS = "", CURL, STEP } = process.env;
  // Calls follow one another, so the names sort by time.
  const folder = mkdtempSync(join(CALLS, `${Date.now()}-`));
  const answer = CURL ? await ask(CURL, args, folder) : await standIn(args);
  writeFileSync(join(folder, "call.json"), JSON.stringify({ ...answer, step: Number(STEP) } satisfies Noted));
  process.stdout.write((args.some(shows) ? answer.headers : "") + answer.body);
}
