import { findAlertsFor, type AlertRow } from "../../adapters/postgres/alerts/alert-store.ts";
import type { UserModel } from "../../adapters/postgres/generated/models.ts";
import type { IdentityStore } from "../../adapters/postgres/identity/identity-store.ts";
import { findInvitation } from "../../adapters/postgres/identity/invitation-store.ts";
import type { AlertMailFacts, ClaimedMail } from "../../adapters/postgres/identity/mail-store.ts";
import { keepToken, type TokenPurpose } from "../../adapters/postgres/identity/mailed-token-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import { hashToken } from "../identity/api-key-format.ts";
import { alertLetter } from "./alert-letter.ts";
import { newsLetter } from "./news-letters.ts";
import { invitationLetter, registeredAgainLetter, resetLetter, verificationLetter, type Text } from "./letters.ts";
import type { TokenOf } from "./mailed-token.ts";

/** What letters are made with. */
type LetterParts = Readonly<{ pool: Pool; identity: IdentityStore; tokenOf: TokenOf; baseUrl: string }>;

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = { verify_email: 24 * HOUR_MS, reset_password: HOUR_MS };

/** Writes a mail by what is true now; undefined when its account or invitation is no more, or has what it wanted. */
export async function writeLetter(parts: LetterParts, mail: ClaimedMail): Promise<Text | undefined> {
  if (mail.kind === "alerts") return writeAlerts(parts, mail.recipient, mail.facts);
  const { kind, facts } = mail;
  if (kind === "invitation") return writeInvitation(parts, mail);
  const user = await parts.identity.findUserByEmail(mail.recipient);
  if (user === null) return undefined;
  if (kind === "registered_again") return registeredAgainLetter(parts.baseUrl, user.email);
  if (kind === "verify_email" || kind === "reset_password") return writeTokenLetter(parts, mail, kind, user);
  return facts === null ? undefined : newsLetter(kind, facts, parts.baseUrl);
}

/** Whoever administers the organization no more is told nothing. */
async function writeAlerts(
  { pool, baseUrl }: LetterParts,
  recipient: string,
  { started, ended }: AlertMailFacts,
): Promise<Text | undefined> {
  const rows = await findAlertsFor(pool, recipient, [...started, ...ended]);
  const among = (ids: readonly string[]): AlertRow[] => rows.filter(({ id }) => ids.includes(id));
  return alertLetter({ started: among(started), ended: among(ended) }, baseUrl);
}

async function writeInvitation(
  { pool, baseUrl, tokenOf }: LetterParts,
  { id }: ClaimedMail,
): Promise<Text | undefined> {
  const link = { baseUrl, token: tokenOf(id) };
  const invitation = await findInvitation(pool, hashToken(link.token));
  return invitation?.status === "pending" ? invitationLetter(link, invitation) : undefined;
}

async function writeTokenLetter(
  { pool, baseUrl, tokenOf }: LetterParts,
  { id }: ClaimedMail,
  purpose: TokenPurpose,
  user: UserModel,
): Promise<Text | undefined> {
  if (purpose === "verify_email" && user.emailVerifiedAt !== null) return undefined;
  const link = { baseUrl, token: tokenOf(id) };
  const hash = hashToken(link.token);
  await keepToken(pool, { hash, userId: user.id, purpose, lifetimeMs: LIFETIME_MS[purpose] });
  return purpose === "verify_email" ? verificationLetter(link) : resetLetter(link);
}
