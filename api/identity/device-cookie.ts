import { randomBytes } from "node:crypto";
import { ipKeyGenerator } from "express-rate-limit";
import { findSignInPlace, noteDevice, type SignInPlace } from "../../adapters/postgres/identity/device-store.ts";
import type { Context } from "../http/context.ts";
import { tellHolder } from "../mail/tell-holder.ts";
import { hashToken } from "./api-key-format.ts";
import { newId } from "./new-id.ts";
import { isSessionToken, readCookies } from "./session-token.ts";

type Coming = Pick<Context, "services" | "cookies" | "address" | "userAgent">;

const MAX_AGE_S = 180 * 24 * 3_600;

/** Tells whether an account was signed in to on this device, and from this network. */
export function signInPlaceOf(context: Coming, email: string): Promise<SignInPlace> {
  const { services, address } = context;
  return findSignInPlace(services.pool, { email, shown: shownToken(context), network: ipKeyGenerator(address) });
}

/** Notes the device of a sign-in; one that is not known gets a cookie, and its holder a mail, unless the account is new. */
export async function recognizeDevice(
  context: Coming,
  userId: string,
  isNewAccount: boolean,
): Promise<readonly string[]> {
  const { services, address } = context;
  const token = randomBytes(32).toString("base64url");
  const device = {
    userId,
    shown: shownToken(context),
    network: ipKeyGenerator(address),
    userAgent: context.userAgent?.slice(0, 500) ?? null,
    fresh: { id: newId(), tokenHash: hashToken(token) },
  };
  const news = tellHolder(context, { kind: "new_sign_in", userId, about: "" });
  const known = await noteDevice(services.pool, device, isNewAccount ? () => Promise.resolve() : news);
  services.mailbox?.wake();
  if (known === "known") return [];
  const { isSecure } = services;
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_S}${isSecure ? "; Secure" : ""}`;
  return [`${nameOf(isSecure)}=${token}; ${attributes}`];
}

function shownToken({ cookies, services }: Pick<Coming, "cookies" | "services">): Buffer | null {
  const token = readCookies(cookies).get(nameOf(services.isSecure));
  return token !== undefined && isSessionToken(token) ? hashToken(token) : null;
}

function nameOf(isSecure: boolean): string {
  return isSecure ? "__Host-berth_device" : "berth_device";
}
