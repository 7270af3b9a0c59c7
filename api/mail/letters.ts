import type { InvitationView } from "../../adapters/postgres/identity/invitation-store.ts";

/** What a mail says. */
export type Text = Readonly<{ subject: string; text: string }>;
/** Where links lead and which token they carry. */
type Link = Readonly<{ baseUrl: string; token: string }>;

/** Asks a new account to prove its address. */
export function verificationLetter({ baseUrl, token }: Link): Text {
  return {
    subject: "Verify your e-mail address",
    text: letter(
      "You have an account at Berth with this address. To show that it is yours, within 24 hours:",
      post(`${baseUrl}/auth/email/verify`, { token, password: "<the account's password>" }),
      "Then sign in with that password.",
      "If you made no account, do nothing, or choose a new password: what somebody else left in it ends with that.",
    ),
  };
}

/** Tells the holder of an account that somebody has tried to make another one with its address. */
export function registeredAgainLetter(baseUrl: string, email: string): Text {
  return {
    subject: "You have an account already",
    text: letter(
      "Somebody tried to make an account at Berth with this address, which has one already. If it was you, sign in with the\npassword of that account, or choose a new one:",
      post(`${baseUrl}/auth/password/forgot`, { email }),
      "If it was not you, do nothing: nothing of your account was changed.",
    ),
  };
}

/** Lets the holder of an account choose a new password. */
export function resetLetter({ baseUrl, token }: Link): Text {
  return {
    subject: "Choose a new password",
    text: letter(
      "Somebody asked for a new password of your account at Berth. To choose one, within an hour:",
      post(`${baseUrl}/auth/password/reset`, { token, new_password: "<your new password>" }),
      "If it was not you, do nothing: your password stays as it is.",
    ),
  };
}

/** Invites somebody into an organization. */
export function invitationLetter({ baseUrl, token }: Link, invitation: InvitationView): Text {
  const { organizationName, inviterName, role, expiresAt } = invitation;
  return {
    subject: `Invitation to ${oneLine(organizationName)}`,
    text: letter(
      `${oneLine(inviterName ?? "Somebody")} invites you to ${oneLine(organizationName)} at Berth, as ${role}.`,
      // Without the prefix: browsers get the console's page there.
      `Look at it, and join:\n  ${baseUrl.replace(/\/api\/v1$/, "")}/invitations/${token}`,
      `Or by programs: without an account, register with this address:\n${post(`${baseUrl}/auth/register`, {
        email: invitation.email,
        name: "<your name>",
        password: "<a password>",
        invitation_token: token,
      })}`,
      `With one, sign in and accept: POST ${baseUrl}/invitations/${token}/accept`,
      `It is valid until ${expiresAt.toISOString()}.`,
    ),
  };
}

/** Sets paragraphs apart. */
export function letter(...paragraphs: readonly string[]): string {
  return `${paragraphs.join("\n\n")}\n`;
}

function post(url: string, body: Readonly<Record<string, string>>): string {
  return `  curl -X POST ${url} -H 'Content-Type: application/json' \\\n    -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
}

/** Makes one short line of what people write: it must not look like lines of ours. */
export function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").slice(0, 100);
}
