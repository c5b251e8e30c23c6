/** A secret shown once, and recognized later by its hash. */
export const makeSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");

export const isSecret = (text: string) => /^[\w-]{32}$/.test(text);

export const hashOf = (secret: string) => new Bun.CryptoHasher("sha256").update(secret).digest("hex");
