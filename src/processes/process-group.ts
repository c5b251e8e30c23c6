import { single, type Family } from "../http/ops/families.ts";
import type { RoomKind } from "./shared-memory.ts";
import type { SharedMoments } from "./shared-moments.ts";
import type { SharedRoom } from "./shared-room.ts";

/** The server processes that share one port, as each of them sees the others. */
export interface ProcessGroup {
  readonly size: number;
  /** How many of them are serving. */
  running(): number;
  /** For an allowance that all of them count together. A process on its own needs none. */
  momentsOf(kind: string): SharedMoments | undefined;
  /** For memory that all of them share out together. */
  roomOf(kind: RoomKind): SharedRoom | undefined;
  /** Set by the app: the metrics of this process. */
  own: () => Family[];
  /** The metrics of all processes. */
  metrics(): Promise<Family[]>;
}

/** How the group is doing. */
export const groupFamilies = (running: number, restarts: number): Family[] => [
  single("guffaw_server_processes", "gauge", "Server processes that are running.", running),
  single("guffaw_server_process_restarts_total", "counter", "Server processes that were replaced.", restarts),
];

/** One process, as most sites run. */
export class Alone implements ProcessGroup {
  readonly size = 1;
  own = (): Family[] => [];
  running = () => 1;
  momentsOf = () => undefined;
  roomOf = () => undefined;
  metrics = async () => [...this.own(), ...groupFamilies(1, 0)];
}
