import { addresses } from "../config.ts";
import { settingsOf, type Setting } from "../config-summary.ts";
import type { SiteCommand } from "./command.ts";

function lineOf({ name, value, secret, given }: Setting, width: number): string {
  const shown = secret ? "(secret)" : (value ?? "(none)");
  return `${name.padEnd(width)}  ${shown}${given || value === undefined ? "" : "  (default)"}`;
}

export const showConfig: SiteCommand = {
  name: "config",
  args: "",
  summary: "print all settings as this command reads them, without secrets",
  details: "A server keeps the settings that it was started with; /admin/settings shows those.",
  count: [0, 0],
  worksWithoutDatabase: true,
  async run({ config }) {
    const settings = settingsOf(config, addresses(config, config.port));
    const width = Math.max(...settings.map(({ name }) => name.length));
    return { json: { settings }, text: settings.map((setting) => lineOf(setting, width)).join("\n") };
  },
};
