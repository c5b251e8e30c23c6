/** "cable" is the older name of "hybrid". */
const KNOWN = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** How a browser reaches a passkey: the words we know, from a list that is stored with commas. */
export const transportsOf = (stored: string) => {
  const given = stored.split(",");
  return KNOWN.filter((one) => given.includes(one));
};
