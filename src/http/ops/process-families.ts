import { single, type Family } from "./families.ts";

/** What every process tells about itself, the parent included. */
export function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  const memory = single("process_resident_memory_bytes", "gauge", "Resident memory.", process.memoryUsage.rss());
  return [
    { ...memory, perProcess: true },
    single("process_cpu_seconds_total", "counter", "User and system CPU time.", (user + system) / 1e6),
  ];
}
