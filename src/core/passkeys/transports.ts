/** "cable" is the older name of "hybrid". */
const KNOWN = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** How a browser reaches a passkey. Keeps the values we know. */
export const knownTransports = (given: readonly string[]) => KNOWN.filter((one) => given.includes(one));
