import type { ToldEvent } from "../../../core/events/tell-events.ts";
import { json, type Json } from "../../json.ts";
import type { Presenting } from "../presenting.ts";
import { presentMeme } from "./present.ts";

/** Of a meme that is gone, only its id. */
export function presentEvent({ event, found }: ToldEvent, to: Presenting): Json {
  const meme = found ? `,"meme":${presentMeme(found, to)}` : "";
  return json(`{"id":"${event.number}","event":"${event.kind}","memeid":"${event.memeId}"${meme}}`);
}
