// Stands in for curl in the lines that the tests paste, and records each call and its answer in the folder $CALLS.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import type { Noted } from "./shell.ts";

type Answer = Omit<Noted, "step">;

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
    // What it writes, nobody looks at.
    "-o": () => next(),
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
  const { CALLS = "", STEP } = process.env;
  // Calls follow one another, so the names sort by time.
  const folder = mkdtempSync(join(CALLS, `${Date.now()}-`));
  const { method, url, status, headers, body } = await standIn(args);
  writeFileSync(join(folder, "call"), `${STEP} ${status} ${method} ${url}`);
  writeFileSync(join(folder, "headers"), headers);
  writeFileSync(join(folder, "body"), body);
  process.stdout.write((args.some(shows) ? headers : "") + body);
}
