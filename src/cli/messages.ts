import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import type { Ctx } from "../core/ctx.ts";
import { exportCatalogue } from "../core/translations/export-catalogue.ts";
import {
  readMessages,
  requireLanguage,
  translatedLanguages,
  type CatalogueMessage,
} from "../core/translations/message.ts";
import { listSuggestedLanguages } from "../data/suggestions.ts";
import { DomainError } from "../errors.ts";
import { CATALOGUES } from "../words/languages.ts";
import { reading, text, type Command } from "./command.ts";

const exportMessages: Command = {
  name: "messages export",
  args: "[LANGUAGE]",
  summary: "print every message of a language, including translators' suggestions",
  details:
    "The format is that of src/words/LANGUAGE.json: save it there, and the next release speaks the language. Without LANGUAGE, it prints all languages, each under its name.",
  count: [0, 1],
  options: { out: { type: "string", value: "FILE", help: "write it to a file" } },
  run: (call) => {
    const [language] = call.args;
    const out = text(call.values, "out");
    return reading(call, async (_, ctx) => {
      const catalogues: [string, Awaited<ReturnType<typeof exportCatalogue>>][] = [];
      for (const one of language === undefined ? await begunLanguages(ctx) : [language])
        catalogues.push([one, await exportCatalogue(ctx, one)]);
      const json = language === undefined ? Object.fromEntries(catalogues) : catalogues[0]![1];
      const written = JSON.stringify(json, null, 2);
      if (out === undefined) return { json, text: written };
      writeSource(out, `${written}\n`, call.terminal.umask);
      const messages = catalogues.reduce((sum, [, catalogue]) => sum + Object.keys(catalogue).length, 0);
      return { json: { language, file: out, messages }, text: `Wrote ${messages} messages to ${out}.` };
    });
  },
};

/** Other people and programs read a source file: it gets the permissions that any other program would give it. */
function writeSource(path: string, text: string, umask: number): void {
  const ours = process.umask(umask);
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new DomainError("invalid", whyUnwritable(path, (error as NodeJS.ErrnoException).code ?? String(error)));
  } finally {
    process.umask(ours);
  }
}

function whyUnwritable(path: string, code: string): string {
  const folder = dirname(path);
  if (code === "EISDIR") return `${path} is a folder: give the name of a file.`;
  if (code === "ENOTDIR") return `${path} is below a file, not in a folder: give another name.`;
  if (code === "ENOENT" && !existsSync(folder)) return `There is no folder ${folder}: create it, or give another name.`;
  return `The file ${path} cannot be written (${code}): check the permissions and the disk, or give another name.`;
}

/** Languages that are part of the program, and those with suggestions. */
async function begunLanguages({ db }: Ctx): Promise<string[]> {
  const begun = new Set([...CATALOGUES.keys(), ...(await listSuggestedLanguages(db))]);
  return [...translatedLanguages().keys()].filter((one) => begun.has(one));
}

const checkMessages: Command = {
  name: "messages check",
  args: "[LANGUAGE]",
  summary: "list messages that a language lacks, and those whose English has changed",
  count: [0, 1],
  run: (call) =>
    reading(call, async (_, ctx) => {
      const [only] = call.args;
      if (only !== undefined) requireLanguage(only);
      const languages = only === undefined ? await begunLanguages(ctx) : [only];
      const found = [];
      for (const language of languages) found.push(reportOf(language, await readMessages(ctx, language)));
      const whole = found.every(({ missing, changed }) => missing.length + changed.length === 0);
      return { json: { languages: found }, text: found.map(linesOf).join("\n\n"), exitCode: whole ? 0 : 1 };
    }),
};

function reportOf(language: string, messages: CatalogueMessage[]) {
  const keys = (state: CatalogueMessage["state"]) =>
    messages.filter((one) => one.state === state).map(({ key }) => key);
  const [missing, changed, suggested] = [keys("missing"), keys("changed"), keys("suggested")];
  return { language, messages: messages.length, missing, changed, suggested };
}

function linesOf({ language, messages, missing, changed, suggested }: ReturnType<typeof reportOf>): string {
  const head = `${language}: ${messages} messages, ${missing.length} missing, ${changed.length} changed in English, ${suggested.length} suggested.`;
  return [head, ...missing.map((key) => `  missing  ${key}`), ...changed.map((key) => `  changed  ${key}`)].join("\n");
}

export const messagesCommands = [exportMessages, checkMessages];
