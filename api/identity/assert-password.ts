import { isCommonPassword } from "../../adapters/passwords/common-passwords.ts";
import { refusedValue } from "../http/refused-value.ts";

/** Refuses a new password that everybody who guesses tries early; `about` is what is known of its account. */
export function assertPassword(member: string, password: string, about: readonly string[] = []): void {
  if (isCommonPassword(password, about))
    throw refusedValue(["body", member], "this password is one of those that are guessed first; choose another");
}
