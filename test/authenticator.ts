// A passkey made of software: real keys, real signatures, and whatever lies a test wants it to tell.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

import type { RelyingParty } from "../src/core/passkeys/relying-party.ts";

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, attested: 0x40 };

interface Lies {
  origin?: string;
  host?: string;
  type?: string;
  /** Whether the person gave a fingerprint or a PIN. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
}

const bytes = (text: string) => Buffer.from(text, "base64url");
const sha256 = (data: string | Uint8Array) => new Bun.CryptoHasher("sha256").update(data).digest();

/** Just enough CBOR: numbers, text, bytes and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

/** WebCrypto returns an ECDSA signature as two numbers; passkeys send the same two in DER. */
function der(signature: Uint8Array): Buffer {
  const integer = (part: Uint8Array) => {
    let start = 0;
    while (start < part.length - 1 && part[start] === 0) start++;
    const plain = part.slice(start);
    const value = plain[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), plain]) : Buffer.from(plain);
    return Buffer.concat([Buffer.from([2, value.length]), value]);
  };
  const both = Buffer.concat([integer(signature.slice(0, 32)), integer(signature.slice(32))]);
  return Buffer.concat([Buffer.from([0x30, both.length]), both]);
}

export class Authenticator {
  readonly id: string;
  counter = 0;
  /** The owner, as given by the site. */
  userHandle = "";

  private constructor(
    private keys: CryptoKeyPair,
    private site: RelyingParty,
    idBytes: number,
  ) {
    this.id = Buffer.from(crypto.getRandomValues(new Uint8Array(idBytes))).toString("base64url");
  }

  static async make(site: RelyingParty, idBytes = 16): Promise<Authenticator> {
    const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
    return new Authenticator(keys as CryptoKeyPair, site, idBytes);
  }

  /** Answers a registration. */
  async register(
    { challenge, user }: { challenge: string; user: { id: string } },
    lies: Lies = {},
  ): Promise<RegistrationResponseJSON> {
    this.userHandle = user.id;
    const { x, y } = await crypto.subtle.exportKey("jwk", this.keys.publicKey);
    // ES256 on P-256, with its two coordinates.
    const key = cbor(new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, bytes(x!)], [-3, bytes(y!)]])); // prettier-ignore
    const id = bytes(this.id);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, key]);
    const authData = Buffer.concat([this.#data(lies, FLAGS.attested), attested]);
    const object = new Map<string, unknown>([["fmt", "none"], ["attStmt", new Map()], ["authData", authData]]); // prettier-ignore
    return {
      ...this.#credential,
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, lies),
        attestationObject: cbor(object).toString("base64url"),
        transports: ["internal", "hybrid"],
      },
    };
  }

  /** Answers a sign-in. */
  async sign({ challenge }: { challenge: string }, lies: Lies = {}): Promise<AuthenticationResponseJSON> {
    const clientDataJSON = this.#clientData("webauthn.get", challenge, lies);
    const data = this.#data(lies);
    const signed = Buffer.concat([data, sha256(bytes(clientDataJSON))]);
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const signature = new Uint8Array(await crypto.subtle.sign(algorithm, this.keys.privateKey, signed));
    return {
      ...this.#credential,
      response: {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: der(signature).toString("base64url"),
        userHandle: lies.userHandle ?? this.userHandle,
      },
    };
  }

  get #credential() {
    return { id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, lies: Lies): string {
    const data = { type: lies.type ?? type, challenge, origin: lies.origin ?? this.site.origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString("base64url");
  }

  #data({ host = this.site.host, verified = true, counter = this.counter }: Lies, more = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = FLAGS.present | (verified ? FLAGS.verified : 0) | FLAGS.backupEligible | more;
    return Buffer.concat([sha256(host), Buffer.from([flags]), count]);
  }
}
