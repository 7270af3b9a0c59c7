import type { AdapterPayload } from "oidc-provider";
import type { OauthModel } from "../../adapters/postgres/oauth/oauth-record-store.ts";
import type { SecretSeal } from "../webhooks/seal-secret.ts";

/** Which record of the authorization server is meant. */
type RecordKey = Readonly<{ model: OauthModel; idHash: Buffer }>;

/** Seals what is kept of a record: it opens as that record alone. */
export function sealPayload(seal: SecretSeal, key: RecordKey, payload: AdapterPayload): Buffer {
  // The id is what a bearer shows: it is nowhere but in its hash.
  return seal.seal(JSON.stringify({ ...payload, jti: undefined }), sealedFor(key));
}

/** Opens what is kept of a record; what was sealed with a key that is no longer there is as good as gone. */
export function openPayload(seal: SecretSeal, key: RecordKey, sealed: Buffer): AdapterPayload | undefined {
  try {
    return JSON.parse(seal.open(sealed, sealedFor(key))) as AdapterPayload;
  } catch {
    return undefined;
  }
}

function sealedFor({ model, idHash }: RecordKey): string {
  return `oauth ${model} ${idHash.toString("base64url")}`;
}
