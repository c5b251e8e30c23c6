// Loaded into our server before its own program: tells how many functions it has run, whenever it gets SIGUSR2.
import { heapStats } from "bun:jsc";

const file = process.env.BENCH_FUNCTIONS_FILE!;
process.on("SIGUSR2", () => void Bun.write(file, String(heapStats().objectTypeCounts.FunctionCodeBlock)));
