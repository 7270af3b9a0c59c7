import type { IncomingMessage } from "node:http";

/** What signs requests to the storage. */
export type Keys = Readonly<{ accessKey: string; secretKey: string }>;

type Known = Readonly<{ keys: Keys; token: string; nowMs: number }>;
type Answer = Readonly<{ status: number; body: string }>;

const ROLES = "/latest/meta-data/iam/security-credentials/";
const ROLE = "archive";
const LIFE_MS = 6 * 60 * 60_000;

/** Answers what programs ask a cloud's metadata service for to act in their role: a token, then the role's name, then its keys. */
export function answerMetadata(
  { method = "", url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  { keys, token, nowMs }: Known,
): Answer {
  if (method === "PUT" && url === "/latest/api/token") return { status: 200, body: token };
  if (method !== "GET") return { status: 405, body: "" };
  // A page that a server is made to fetch cannot bring this header along.
  if (headers["x-aws-ec2-metadata-token"] !== token) return { status: 401, body: "" };
  if (url === ROLES) return { status: 200, body: ROLE };
  if (url !== `${ROLES}${ROLE}`) return { status: 404, body: "" };
  const [now, end] = [nowMs, nowMs + LIFE_MS].map((ms) => new Date(ms).toISOString());
  const given = { AccessKeyId: keys.accessKey, SecretAccessKey: keys.secretKey, Token: "", Expiration: end };
  return { status: 200, body: JSON.stringify({ Code: "Success", Type: "AWS-HMAC", LastUpdated: now, ...given }) };
}
