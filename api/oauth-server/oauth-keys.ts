import { createHmac, createPrivateKey, timingSafeEqual } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { Config } from "../config.ts";
import { deriveKey } from "../derive-key.ts";

/** The keys of the authorization server, the same for all gateways of an installation. */
export type OauthKeys = Readonly<{
  /** Signs cookies. */
  cookieKey: string;
  /** The library wants one; nothing that Berth issues is signed. */
  signingKey: JWK;
  /** Makes the token of a form, which holds for one interaction and one session. */
  formToken: (interactionId: string, sessionId: string | null) => string;
  isFormToken: (token: string, interactionId: string, sessionId: string | null) => boolean;
  /** Hashes the code that a person types: it is so short that a plain hash of it would tell it. */
  userCodeHash: (userCode: string) => Buffer;
}>;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Derives the keys from the secret that the seal is derived from too, so that nothing more has to be kept. */
export function createOauthKeys(config: Pick<Config, "secretKey" | "postgresUrl">): OauthKeys {
  const derive = (purpose: string): Buffer => deriveKey(config, `berth oauth ${purpose}`);
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, derive("signing")]),
    format: "der",
    type: "pkcs8",
  });
  const [formKey, userCodeKey] = [derive("forms"), derive("user codes")];
  const formToken = (interactionId: string, sessionId: string | null): string =>
    createHmac("sha256", formKey)
      .update(JSON.stringify([interactionId, sessionId]))
      .digest("base64url");
  return {
    cookieKey: derive("cookies").toString("base64url"),
    signingKey: { ...(key.export({ format: "jwk" }) as JWK), alg: "EdDSA", use: "sig" },
    formToken,
    isFormToken(token, interactionId, sessionId) {
      const [given, wanted] = [Buffer.from(token), Buffer.from(formToken(interactionId, sessionId))];
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
    userCodeHash: (userCode) => createHmac("sha256", userCodeKey).update(userCode).digest(),
  };
}
