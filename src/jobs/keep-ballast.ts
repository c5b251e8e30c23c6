import type { BallastState } from "../data/ballast.ts";
import type { Services } from "../services.ts";

const LOOK_MS = 5000;

/** Creates the ballast, and creates it again when there is room. Not a job, because jobs need the database. */
export async function keepBallast({ database, log }: Services): Promise<{ stop(): void }> {
  let before: BallastState | undefined;
  const look = async () => {
    try {
      if (database.isGone?.()) return; // its guard ends the service
      const state = await database.ballast?.fill();
      if (state !== before) tell(state);
      before = state;
    } catch (error) {
      log.warn("could not look after the ballast", { error: String(error) });
    }
  };
  const tell = (state: BallastState | undefined) => {
    if (state === "spent") log.error("the disk is full: things can only be deleted and hidden until there is room");
    if (state === "none") log.warn("there is no room for the ballast: nothing can be deleted once the disk is full");
    if (state === "whole" && before === "spent") log.info("there is room again: everything is taken");
  };
  await look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
