import { BlockList, isIP } from "node:net";

/** Addresses of version 4 that belong to somebody's own network, to nobody, or to many. */
const PRIVATE = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Of version 6, only these are on the internet, except for those that are examples or lead to version 4. */
const GLOBAL = [["2000::", 3]] as const;
const NOT_GLOBAL = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

function listOf(subnets: readonly (readonly [string, number])[], type: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, type);
  return list;
}

const privateOnes = listOf(PRIVATE, "ipv4");
const globalOnes = listOf(GLOBAL, "ipv6");
const otherOnes = listOf(NOT_GLOBAL, "ipv6");

/** Whether everyone on the internet reaches the same machine at this IP address. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateOnes.check(address, "ipv4");
    case 6:
      return globalOnes.check(address, "ipv6") && !otherOnes.check(address, "ipv6");
    default:
      return false;
  }
}
