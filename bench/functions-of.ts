// Preloaded into our server: writes how many functions it has to a file whenever it gets SIGUSR2.
import { heapStats } from "bun:jsc";

const file = process.env.BENCH_FUNCTIONS_FILE!;
process.on("SIGUSR2", () => void Bun.write(file, String(heapStats().objectTypeCounts.FunctionCodeBlock)));
