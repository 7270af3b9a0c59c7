import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";

/** A public key as JSON (RFC 7517), as registries read it. */
type RegistryJwk = Readonly<{
  kty: string;
  crv: string;
  x: string;
  y: string;
  kid: string;
  alg: "ES256";
  use: "sig";
}>;
/** Signs what a registry believes (ES256), and shows the key that it checks it with. */
export type RegistryTokenKey = Readonly<{
  sign: (claims: Readonly<Record<string, unknown>>) => string;
  jwks: Readonly<{ keys: readonly RegistryJwk[] }>;
}>;

/** Reads a P-256 key in PEM; undefined when it is none. */
export function readRegistryTokenKey(pem: string): RegistryTokenKey | undefined {
  const key = parse(pem);
  if (key?.asymmetricKeyDetails?.namedCurve !== "prime256v1") return undefined;
  const jwk = toJwk(key);
  const header = encode({ typ: "JWT", alg: jwk.alg, kid: jwk.kid });
  return {
    jwks: { keys: [jwk] },
    sign(claims) {
      const signed = `${header}.${encode(claims)}`;
      const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
      return `${signed}.${signature.toString("base64url")}`;
    },
  };
}

function parse(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function toJwk(key: KeyObject): RegistryJwk {
  const { kty = "", crv = "", x = "", y = "" } = createPublicKey(key).export({ format: "jwk" });
  // The thumbprint of RFC 7638: these members, in this order.
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  return { kty, crv, x, y, kid, alg: "ES256", use: "sig" };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
