import type { Input } from "../../client/operation-types.ts";

/** What a passkey answers, as the interface takes it. */
export type Passkey = NonNullable<Input<"finishLogin">["body"]["passkey"]>;

/** Has the browser ask for one of the account's passkeys. */
export async function askPasskey(options: object): Promise<Passkey> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const found = await navigator.credentials.get({ publicKey });
  if (!(found instanceof PublicKeyCredential)) throw new Error("No passkey was chosen.");
  return found.toJSON() as Passkey;
}
