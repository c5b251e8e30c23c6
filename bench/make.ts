// Making memes of 1,080 pixels from a template, and how long everybody else waits meanwhile.
import { INSTALL_TEMPLATES } from "../src/core/templates/list-missing.ts";
import type { Bare } from "./bare.ts";
import type { Figure } from "./figure.ts";
import type { Timing } from "./measure.ts";
import { cpuFigure, measureSlow, type Slow, waitFigure } from "./one-at-a-time.ts";
import type { Site } from "./site.ts";
import { cpuUntilRendered } from "./submit.ts";

/** Its fonts are loaded by then, and its code is compiled. */
const WARM_UP = 5;
const SIDE = 1080;

interface Template {
  id: string;
  width: number;
  animated: boolean;
  texts: string[];
}

/** The site needs templates: those of the first start. */
export async function measureMake(site: Site, bare: Bare, timing: Timing): Promise<Figure[]> {
  const template = await findTemplate(site);
  let made = 0;
  // Never the same words, so that nothing could be kept.
  const texts = () => template.texts.map((_, at) => `When it works the ${++made}th time, at ${at}`);
  const picture: Slow = {
    name: "make, 1,080 px, picture only",
    maxCpu: 80_000,
    wait: "longest wait while making",
    send: () => make(site, { template: template.id, texts: texts() }, { Accept: "image/*" }, 200),
  };
  const meme: Slow = {
    name: "make and post",
    wait: "longest wait while posting it",
    send: () => make(site, { template: template.id, texts: texts() }, {}, 201),
    settle: () => cpuUntilRendered(site),
  };
  const figures: Figure[] = [];
  for (const slow of [picture, meme]) {
    for (let round = 0; round < WARM_UP; round++) await slow.send();
    await slow.settle?.();
    const rounds = await measureSlow(site, bare, timing, slow);
    figures.push(cpuFigure(site, slow, rounds), waitFigure(site, slow, rounds));
  }
  return figures;
}

/** The first still of this width, once all are there. */
async function findTemplate({ port, writers, database: { db } }: Site): Promise<Template> {
  const waiting = db.selectFrom("jobs").select("subject").where("kind", "=", INSTALL_TEMPLATES).limit(1);
  while (await waiting.executeTakeFirst()) await Bun.sleep(100);
  const headers = { Authorization: writers[0]!.key };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/template`, { headers });
  const templates = (await answer.json()) as Template[];
  const found = templates.find(({ width, animated, texts }) => width === SIDE && !animated && texts.length === 2);
  if (!found) throw new Error(`None of ${templates.length} templates is ${SIDE} pixels wide and has two texts.`);
  return found;
}

async function make({ port, writers }: Site, body: object, headers: Record<string, string>, status: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/make`, {
    method: "POST",
    headers: { Authorization: writers[0]!.key, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status !== status) throw new Error(`Making a meme answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
