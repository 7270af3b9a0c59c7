import type { MailFacts, MailNews } from "../../adapters/postgres/identity/mail-store.ts";
import { letter, oneLine, type Text } from "./letters.ts";

const SUBJECTS: Readonly<Record<MailNews, string>> = {
  new_key: "An API key of your account",
  new_sign_in: "A sign-in from a new device",
  password_changed: "Your password was changed",
  second_factor: "A second factor of your account was changed",
};
const WORDS: Readonly<Record<MailNews, (about: string) => string>> = {
  new_key: (about) => `An API key for your account at Berth was made or replaced: ${about}.`,
  new_sign_in: () => "Somebody has signed in to your account at Berth from a device that was not seen before.",
  password_changed: () => "The password of your account at Berth was changed.",
  second_factor: (about) => `Of the second factors of your account at Berth: ${about}.`,
};

/** Tells the holder of an account what was done to it, and what to do if that was not they. */
export function newsLetter(kind: MailNews, facts: MailFacts, baseUrl: string): Text {
  const about = oneLine(facts.about);
  return {
    subject: SUBJECTS[kind],
    text: letter(
      WORDS[kind](about),
      `  When:   ${facts.at}\n  From:   ${oneLine(facts.address)}\n  Device: ${oneLine(facts.device) || "unknown"}`,
      `If it was you, do nothing. If not, choose a new password at once (POST ${baseUrl}/auth/password/forgot), end your\nsessions (DELETE ${baseUrl}/auth/sessions), and look through your keys and second factors.`,
    ),
  };
}
