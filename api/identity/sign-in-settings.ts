import { z } from "zod";
import { SecretText } from "../../contract/secret-text.ts";
import { isCommonPassword } from "../../adapters/passwords/common-passwords.ts";
import { PASSWORD_MIN } from "../../contract/fields.ts";
import { wholeNumber } from "../../contract/whole-number.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When sessions end: unused, and in any case. */
export type SessionTimes = Readonly<{ idleMs: number; maxMs: number }>;
/** How many attempts to sign in may fail. */
export type LoginRates = Readonly<{ perMinute: number; perHour: number; perAddress: number }>;

/** How people sign in and how long that counts. */
export type SignInConfig = Readonly<{
  admin: Readonly<{ email: string; password: SecretText }> | undefined;
  sessions: SessionTimes;
  loginRates: LoginRates;
  /** Whether platform admins act as such only with a second factor. */
  adminsNeedSecondFactor: boolean;
  /** How long it counts that a session has just proven who it is. */
  freshProofMs: number;
}>;

/** Lists the settings of the sign-in. */
export const signInSettings = {
  BERTH_ADMIN_EMAIL: z.email().max(254).optional().meta({ description: "E-mail of the first platform admin" }),
  BERTH_ADMIN_PASSWORD: z
    .string()
    .min(PASSWORD_MIN)
    .max(256)
    .refine((password) => !isCommonPassword(password))
    .optional()
    .meta({ description: "Password of the platform admin: at least 12 characters, not a common one" }),
  BERTH_ADMIN_SECOND_FACTOR: z.enum(["required", "optional"]).default("required").meta({
    description: "Whether platform admins act as such only in sessions, and by keys, of a second factor",
  }),
  BERTH_FRESH_PROOF_MINUTES: wholeNumber(15, 1, 1_440).meta({
    description: "Minutes for which a sign-in or a proof counts before keys, roles and kubeconfigs",
  }),
  BERTH_LOGIN_LIMIT_PER_ACCOUNT: wholeNumber(10, 1, 1_000_000).meta({
    description: "Sign-ins that may fail per minute, account and address",
  }),
  BERTH_LOGIN_LIMIT_PER_HOUR: wholeNumber(100, 1, 1_000_000).meta({
    description:
      "Sign-ins that may fail per hour and account, from wherever; known devices and addresses are not counted",
  }),
  BERTH_LOGIN_LIMIT_PER_ADDRESS: wholeNumber(60, 1, 1_000_000).meta({
    description: "Logins per minute and address, and as many requests for authorization of applications and devices",
  }),
  BERTH_SESSION_IDLE_HOURS: wholeNumber(24, 1, 8_760).meta({ description: "Hours until an unused session ends" }),
  BERTH_SESSION_MAX_DAYS: wholeNumber(30, 1, 365).meta({ description: "Days until a session ends in any case" }),
};

type Given = z.infer<z.ZodObject<typeof signInSettings>>;

/** Reads what the settings of the sign-in mean. */
export function toSignInConfig(given: Given): SignInConfig {
  const { BERTH_ADMIN_EMAIL: email, BERTH_ADMIN_PASSWORD: password } = given;
  return {
    admin:
      email === undefined || password === undefined
        ? undefined
        : { email: email.toLowerCase(), password: new SecretText(password) },
    sessions: { idleMs: given.BERTH_SESSION_IDLE_HOURS * HOUR_MS, maxMs: given.BERTH_SESSION_MAX_DAYS * 24 * HOUR_MS },
    loginRates: {
      perMinute: given.BERTH_LOGIN_LIMIT_PER_ACCOUNT,
      perHour: given.BERTH_LOGIN_LIMIT_PER_HOUR,
      perAddress: given.BERTH_LOGIN_LIMIT_PER_ADDRESS,
    },
    adminsNeedSecondFactor: given.BERTH_ADMIN_SECOND_FACTOR === "required",
    freshProofMs: given.BERTH_FRESH_PROOF_MINUTES * MINUTE_MS,
  };
}
