import { buildInfo, shortCommit } from "../../build-info.ts";
import { single, type Family } from "./families.ts";

/** What every process tells about itself, the parent included. */
export function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  const memory = single("process_resident_memory_bytes", "gauge", "Resident memory.", process.memoryUsage.rss());
  return [
    { ...memory, perProcess: true },
    single("process_cpu_seconds_total", "counter", "User and system CPU time.", (user + system) / 1e6),
    buildFamily(),
  ];
}

/** Its labels are the information. */
function buildFamily(): Family {
  const { version, commit, runtime } = buildInfo();
  const labels = `version="${version}",commit="${shortCommit(commit)}",runtime="${runtime}"`;
  const help = "What runs here; the value is always 1.";
  return { name: "guffaw_build_info", type: "gauge", help, samples: [{ labels, value: 1 }], shared: true };
}
