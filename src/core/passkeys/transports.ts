import type { AuthenticatorTransportFuture } from "@simplewebauthn/server";

const KNOWN = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** How a browser reaches a passkey, as far as we know the word; kept with commas between them. */
export const transportsOf = (kept: string): AuthenticatorTransportFuture[] => {
  const given = kept.split(",");
  return KNOWN.filter((one) => given.includes(one));
};
