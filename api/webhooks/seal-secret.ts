import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import { deriveKey } from "../derive-key.ts";

/** Seals secrets for keeping in Postgres (AES-256-GCM); a sealed one opens only for the record that it was sealed for. */
export type SecretSeal = Readonly<{
  seal: (secret: string, recordId: string) => Buffer;
  open: (sealed: Buffer, recordId: string) => string;
}>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates the seal of an installation; all its gateways have the same. */
export function createSecretSeal(config: Pick<Config, "secretKey" | "postgresUrl">): SecretSeal {
  const key = deriveKey(config, "berth sealed secrets");
  return {
    seal(secret, recordId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(recordId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, recordId) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(recordId)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    },
  };
}

/** Makes a new secret of a webhook. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}
