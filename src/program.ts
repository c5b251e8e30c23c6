// What bin/guffaw.ts runs, and what is bundled.
export { main } from "./cli/main.ts";
export { addEnvFile } from "./env-file.ts";
