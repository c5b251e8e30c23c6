// One of two processes that use up an allowance of 100,000 at the same time. Prints how often it was allowed.
import { RateLimiter } from "../../src/http/rate-limit.ts";
import { SharedMemory } from "../../src/processes/shared-memory.ts";

const memory = SharedMemory.map(3);
const limiter = new RateLimiter({ requests: 100_000, windowMs: 86_400_000 }, memory.momentsOf("key"));
// Both begin together.
Atomics.add(memory.running, 0, 1);
while (Atomics.load(memory.running, 0) < 2) await Bun.sleep(0);
let allowed = 0;
for (let i = 0; i < 100_000; i++) if (limiter.take("ann", 1_800_000_000_000).allowed) allowed++;
console.log(allowed);
