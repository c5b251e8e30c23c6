/** Boxes of nothing make a video larger. */
export function padded(bytes: Uint8Array, size: number): Uint8Array {
  const box = Buffer.alloc(size);
  box.writeUInt32BE(size);
  box.write("free", 4);
  return Buffer.concat([bytes, box]);
}
