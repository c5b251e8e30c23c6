import { addresses, type Config } from "../config.ts";
import { settingsOf } from "../config-summary.ts";

/** They say which site is meant. */
const PLACES = ["GUFFAW_DATA", "GUFFAW_DATABASE_URL", "GUFFAW_STORAGE"];

/** A command line for the site of these settings, for whoever gave them for one command only. Shows no secrets. */
export function onSameSite(config: Config, command: string): string {
  const given = settingsOf(config, addresses(config, config.port)).filter(
    (setting) => setting.given && PLACES.includes(setting.name),
  );
  return [...given.map(({ name, value = "" }) => `${name}=${shellWord(value)}`), command].join(" ");
}

function shellWord(value: string): string {
  if (value.includes("…")) return "…"; // the operator has the rest of it
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
