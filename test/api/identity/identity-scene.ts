import { SecretText } from "../../../contract/secret-text.ts";
import type { UserModel } from "../../../adapters/postgres/generated/models.ts";
import { hashToken } from "../../../api/identity/api-key-format.ts";
import { createSecretSeal } from "../../../api/webhooks/seal-secret.ts";
import type { Context } from "../../../api/http/context.ts";
import { answeringPool, type Answers } from "../../support/answering-database.ts";

export const USER = "01970000-0000-7000-8000-000000000010";
export const ORGANIZATION = "01970000-0000-7000-8000-000000000020";
export const FACTOR = "01970000-0000-7000-8000-000000000030";
export const TIME = new Date("2026-11-20T10:00:00Z");
export const SEAL = createSecretSeal({ secretKey: undefined, postgresUrl: new SecretText("postgres://test") });
/** Tokens whose hashes are told by name. */
const TOKENS = ["invited", "A".repeat(43), "HASH", "2345234523452345"] as const;

export const ACCOUNT = {
  id: USER,
  email: "ann@example.org",
  name: "Ann",
  avatarUrl: "https://example.org/a.png",
  isPlatformAdmin: false,
  emailVerifiedAt: TIME,
  passwordHash: "HASH",
} as UserModel;

export const SESSION_USER = {
  kind: "user",
  via: "session",
  credentialId: "session-1",
  userId: USER,
  impersonatorId: null,
  scopes: null,
  limitOrganizationId: null,
  application: null,
  activeOrganizationId: null,
  memberships: [],
} as unknown as Context["principal"];

/** What stands around a case: what the database and the services say. */
export type Scene = Readonly<{
  answers?: Answers;
  services?: object;
  context?: object;
}>;

const STATEMENT_SHOWN = 40;

/** A context whose services say what a scene wants; whatever they are asked is noted. */
export function contextOf({
  answers = {},
  services,
  context,
}: Scene): Readonly<{ context: Context; asked: unknown[] }> {
  const asked: unknown[] = [];
  const note =
    (name: string, answer?: unknown) =>
    (...values: unknown[]): Promise<unknown> => {
      asked.push([name, ...values.filter((value) => typeof value !== "function" && !isMeans(value))]);
      return Promise.resolve(answer);
    };
  const double = {
    pool: answeringPool(answers, (text, values) => asked.push([`${text.slice(0, STATEMENT_SHOWN)}…`, ...values])),
    config: { publicUrl: "https://berth.example.org", sessions: { maxMs: 3_600_000, idleMs: 600_000 } },
    isSecure: false,
    secretSeal: SEAL,
    mailbox: undefined,
    sessions: { endByToken: note("end"), create: note("create"), createIfPassword: note("createIfPassword", true) },
    identity: { findUser: note("findUser", ACCOUNT), findUserByEmail: note("findUserByEmail", ACCOUNT) },
    passwords: { verify: note("verify", true), hash: note("hash", "HASH") },
    ledger: { audit: note("audit") },
    loginLimits: { begin: note("begin", { succeeded: note("succeeded") }) },
    ...(typeof services === "function" ? (services as (make: typeof note) => object)(note) : services),
  };
  const made = {
    services: double,
    operation: { operationId: "operation", success: { status: 200 }, who: { kind: "user" } },
    requestId: "request-1",
    principal: { kind: "anonymous" },
    proof: { kind: "none" },
    address: "192.0.2.1",
    userAgent: "browser",
    cookies: undefined,
    ...context,
  };
  return { context: made as unknown as Context, asked };
}

/** What is handed on, and says nothing of the question. */
const isMeans = (value: unknown): boolean =>
  typeof value === "object" && value !== null && ("services" in value || "query" in value);

/** Runs a case and tells what came of it, and all that was asked; what is random has a name in place of its value. */
export async function tell(scene: Scene, work: (context: Context) => unknown): Promise<object> {
  const { context, asked } = contextOf(scene);
  const answer = await Promise.resolve()
    .then(() => work(context))
    .catch((error: unknown) => error);
  const fault = answer as Partial<Readonly<{ code: string; publicMessage: string }>> | undefined;
  const told = answer instanceof Error ? { code: fault?.code, says: fault?.publicMessage ?? answer.message } : answer;
  return named({ answer: told ?? "nothing", asked }) as object;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Half minutes since 1970. */
const STEPS_MIN = 50_000_000;

function named(value: unknown): unknown {
  if (value instanceof Date) return nameOfTime(value);
  if (value instanceof Uint8Array) return nameOfBytes(Buffer.from(value));
  if (typeof value === "string") return nameOfText(value);
  if (typeof value === "number" && value > STEPS_MIN) return "a time step";
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, named(member)]));
}

const TEN_MINUTES_MS = 600_000;

function nameOfTime(time: Date): string {
  if (time.getTime() === TIME.getTime()) return TIME.toISOString();
  // However long a busy machine stands still meanwhile.
  return `in ${Math.ceil((time.getTime() - Date.now()) / TEN_MINUTES_MS) * 10 || 0} minutes`;
}

function nameOfBytes(bytes: Buffer): string {
  const token = TOKENS.find((one) => hashToken(one).equals(bytes));
  return token === undefined ? `${bytes.length > 32 ? "sealed" : bytes.length} bytes` : `hash of ${token}`;
}

function nameOfText(text: string): string {
  if (/^2\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return nameOfTime(new Date(text));
  if (UUID.test(text)) return text.startsWith("01970000-0000") ? text : "a new id";
  return text
    .replaceAll(/Max-Age=3[56]\d\d/g, "Max-Age=an hour")
    .replace(/^([a-z]+)-[a-z2-7]{10}$/, "$1-SUFFIX")
    .replaceAll(/(?<![\w-])[\w-]{60,}(?![\w-])/g, "SEALED")
    .replaceAll(/(?<![\w-])(?!A{43})[\w-]{43}(?![\w-])/g, "TOKEN");
}
