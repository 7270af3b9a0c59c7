import { createHmac } from "node:crypto";

/** Writes the value of Berth-Signature: the time, and the HMAC-SHA256 of `<time>.<body>`. */
export function signWebhook(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
