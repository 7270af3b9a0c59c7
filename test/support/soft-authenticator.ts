import { createSign, generateKeyPairSync, hash, randomBytes, type KeyObject } from "node:crypto";

type Options = Readonly<Record<string, unknown>>;
type Made = Readonly<{ id: string; privateKey: KeyObject }>;

const USER_PRESENT = 0x01;
const CREDENTIAL_INCLUDED = 0x40;

/** A security key made of software: what a browser would answer to the options of passkeys, for pages of one origin. */
export class SoftAuthenticator {
  readonly #origin: string;
  #counter = 0;
  #made: Made | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes a passkey as `navigator.credentials.create()` does. */
  create(options: Options, origin = this.#origin): Options {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const rawId = randomBytes(32);
    this.#made = { id: rawId.toString("base64url"), privateKey };
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, coseKey(x, y)]);
    const authData = Buffer.concat([this.#head(USER_PRESENT | CREDENTIAL_INCLUDED), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text("fmt"),
      text("none"),
      text("attStmt"),
      Buffer.from([0xa0]),
      text("authData"),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    const clientDataJSON = clientData("webauthn.create", options, origin);
    const response = { clientDataJSON: encoded(clientDataJSON), attestationObject: encoded(attestationObject) };
    return this.#answer({ ...response, transports: ["internal"] });
  }

  /** Shows the passkey as `navigator.credentials.get()` does. */
  get(options: Options, origin = this.#origin): Options {
    if (this.#made === undefined) throw new Error("There is no passkey yet");
    this.#counter += 1;
    const authenticatorData = this.#head(USER_PRESENT);
    const clientDataJSON = clientData("webauthn.get", options, origin);
    const signed = Buffer.concat([authenticatorData, hash("sha256", clientDataJSON, "buffer")]);
    const signature = createSign("sha256").update(signed).sign(this.#made.privateKey);
    return this.#answer({
      clientDataJSON: encoded(clientDataJSON),
      authenticatorData: encoded(authenticatorData),
      signature: encoded(signature),
      userHandle: null,
    });
  }

  #answer(response: Options): Options {
    const id = this.#made?.id ?? "";
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #head(flags: number): Buffer {
    const head = Buffer.alloc(37);
    hash("sha256", new URL(this.#origin).hostname, "buffer").copy(head);
    head.writeUInt8(flags, 32);
    head.writeUInt32BE(this.#counter, 33);
    return head;
  }
}

function clientData(type: string, { challenge }: Options, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** CBOR of { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
function coseKey(x: string, y: string): Buffer {
  const bytes = (coordinate: string): Buffer =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(coordinate, "base64url")]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ]);
}

function text(word: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
}

function encoded(bytes: Buffer): string {
  return bytes.toString("base64url");
}
