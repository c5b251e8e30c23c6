// What can happen to a cluster. Each part is killed and frozen in turn.
import { until } from "../until.ts";
import type { Cluster } from "./cluster.ts";
import { freeze, isOk, thaw, type Part } from "./part.ts";

/** From 0 to 1. */
export type Random = () => number;

export interface Event {
  name: string;
  /** Nobody's request is cut off. */
  isGentle?: boolean;
  /** Breaks something and, where nobody else would, mends it. */
  run(cluster: Cluster, random: Random): Promise<void>;
}

/** Longer than any request may take. */
const FROZEN_MS = 12_000;
const DEAD_MS = 2500;
/** So short that the standby still counts as there. */
const STALL_MS = 1500;
/** HAProxy asks twice a second. */
const NOTICED_MS = 1500;

const anyOf = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;

const about = (ms: number, random: Random) => Bun.sleep(ms * (0.8 + 0.4 * random()));

async function killed(part: Part, random: Random, ms = DEAD_MS) {
  await part.kill();
  await about(ms, random);
  await part.start();
}

async function frozen(part: Part, random: Random, ms = FROZEN_MS) {
  freeze(part);
  await about(ms, random);
  thaw(part);
}

async function untilPromoted({ failover: { promotions } }: Cluster, act: () => Promise<void> | void) {
  const before = promotions.length;
  await act();
  await until(() => promotions.length > before, "A promotion");
}

export const EVENTS: readonly Event[] = [
  { name: "kill a node", run: ({ nodes }, random) => killed(anyOf(nodes, random), random) },
  { name: "kill the primary", run: (cluster) => untilPromoted(cluster, () => cluster.failover.primary.kill()) },
  { name: "freeze a node", run: ({ nodes }, random) => frozen(anyOf(nodes, random), random) },
  { name: "freeze the primary", run: (cluster) => untilPromoted(cluster, () => freeze(cluster.failover.primary)) },
  { name: "stall replication, kill the primary", run: killSilenced },
  { name: "kill the standby", run: ({ failover }, random) => killed(failover.standby, random) },
  { name: "kill the standby, let commits wait", run: waitForStandby },
  { name: "freeze the standby", run: ({ failover }, random) => frozen(failover.standby, random) },
  { name: "kill Valkey", run: ({ valkey }, random) => killed(valkey, random) },
  { name: "freeze Valkey", run: ({ valkey }, random) => frozen(valkey, random) },
  { name: "kill S3", run: ({ s3 }, random) => killed(s3, random) },
  { name: "freeze S3", run: ({ s3 }, random) => frozen(s3, random) },
  { name: "kill HAProxy", run: ({ haproxy }, random) => killed(haproxy, random, 500) },
  { name: "freeze HAProxy", run: ({ haproxy }, random) => frozen(haproxy, random, 2000) },
  { name: "restart each node", isGentle: true, run: restartAll },
];

/** Nothing leaves the primary any more. If it acknowledged anything now, that would be lost. */
async function killSilenced(cluster: Cluster) {
  const { failover } = cluster;
  await untilPromoted(cluster, async () => {
    for (const pid of await failover.senders()) process.kill(pid, "SIGSTOP");
    await Bun.sleep(STALL_MS);
    await failover.primary.kill();
  });
}

/** As with a watcher that never lets commits go on without a standby. */
async function waitForStandby({ failover }: Cluster, random: Random) {
  failover.isStrict = true;
  await killed(failover.standby, random, FROZEN_MS);
  failover.isStrict = false;
}

async function restartAll({ nodes }: Cluster) {
  for (const node of nodes) {
    const code = await node.stop();
    if (code !== 0) throw new Error(`${node.name} ended with code ${code} when it was told to stop.`);
    await node.start();
    await until(() => isOk(`${node.origin}/readyz`), `${node.name}, ready`);
    await Bun.sleep(NOTICED_MS);
  }
}

/** Every event once in a random order, then again. */
export function* inTurn(events: readonly Event[], random: Random): Generator<Event, never> {
  for (;;) {
    const left = [...events];
    while (left.length) yield left.splice(Math.floor(random() * left.length), 1)[0]!;
  }
}

/** The same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
