import type { IncomingHttpHeaders } from "node:http";
import { hash, timingSafeEqual } from "node:crypto";
import type { Credential } from "../../adapters/postgres/identity/principal.ts";
import type { SecretText } from "../../contract/secret-text.ts";
import { hashToken, isAccessToken, isApiKey } from "../identity/api-key-format.ts";
import { isSessionToken, readSessionCookie } from "../identity/session-token.ts";

/** What a request shows as proof of who sends it. */
export type Proof =
  | Readonly<{ kind: "none" }>
  | Readonly<{ kind: "service"; name: string }>
  | Readonly<{ kind: "credential"; credential: Credential }>
  | Readonly<{ kind: "invalid" }>;

const INVALID: Proof = { kind: "invalid" };

/** What proofs count at this gateway. */
type ProofRules = Readonly<{ isSecure: boolean; serviceOf: ServiceOf }>;

/** Reads the proof of a request; two of them at once, or one that cannot be right, are invalid. */
export function readProof(headers: IncomingHttpHeaders, { isSecure, serviceOf }: ProofRules): Proof {
  const cookie = readSessionCookie(headers.cookie, isSecure);
  const { authorization, "x-api-key": apiKey, "x-service-token": serviceToken } = headers;
  const shown = [cookie, authorization, apiKey, serviceToken].filter((part) => part !== undefined);
  if (shown.length === 0) return { kind: "none" };
  if (shown.length > 1) return INVALID;
  if (cookie !== undefined) return isSessionToken(cookie) ? credential("session", cookie) : INVALID;
  if (typeof serviceToken === "string") return proofOfService(serviceOf(serviceToken));
  if (apiKey !== undefined) return isApiKey(String(apiKey)) ? credential("api_key", String(apiKey)) : INVALID;
  return proofOfBearer(bearer(authorization));
}

function proofOfService(name: string | undefined): Proof {
  return name === undefined ? INVALID : { kind: "service", name };
}

function proofOfBearer(token: string | undefined): Proof {
  if (token === undefined) return INVALID;
  if (isApiKey(token)) return credential("api_key", token);
  return isAccessToken(token) ? credential("oauth", token) : INVALID;
}

/** A token of the service principal, with the name that the audit log has for who holds it. */
export type ServiceToken = Readonly<{ name: string; token: SecretText }>;
/** The holder of a service token; undefined when it is none. */
type ServiceOf = (token: string) => string | undefined;

/** Makes the check of service tokens: constant time, whichever of the valid ones it is. */
export function serviceTokenCheck(tokens: readonly ServiceToken[]): ServiceOf {
  const known = tokens.map(({ name, token }) => ({ name, digest: hash("sha256", token.reveal(), "buffer") }));
  return (token) => {
    const given = hash("sha256", token, "buffer");
    return known.filter(({ digest }) => timingSafeEqual(digest, given))[0]?.name;
  };
}

function credential(via: Credential["via"], token: string): Proof {
  return { kind: "credential", credential: { via, hash: hashToken(token) } };
}

function bearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}
