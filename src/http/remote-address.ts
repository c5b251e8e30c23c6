import { isIPv4, isIPv6 } from "node:net";

/** The network of one household or office, which is limited together. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  // Each gets a /64.
  return expand(plain).slice(0, 4).join(":");
}

function expand(address: string): string[] {
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: Math.max(0, gap) }, () => "0"), ...right].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

/** Address of the caller: the last one not added by a proxy of ours. */
export function callerOf(forwarded: string | null, socket: string | undefined, proxies: number): string {
  if (proxies === 0 || forwarded === null) return socket ?? "";
  const hops = forwarded.split(",").map((hop) => hop.trim());
  return hops.at(-proxies) ?? hops[0] ?? socket ?? "";
}
