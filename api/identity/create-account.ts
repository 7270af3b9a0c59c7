import type { IdentityStore } from "../../adapters/postgres/identity-store.ts";
import type { Passwords } from "../../adapters/passwords/passwords.ts";
import { newId } from "./new-id.ts";
import { organizationSlug } from "./organization-slug.ts";

type Stores = Readonly<{ identity: IdentityStore; passwords: Passwords }>;
type Wanted = Readonly<{ email: string; name: string; password: string; isPlatformAdmin: boolean }>;

/** Makes an account with its personal organization; undefined when the e-mail is taken. */
export async function createAccount(stores: Stores, wanted: Wanted): Promise<string | undefined> {
  const userId = newId();
  const organizationId = newId();
  const isMade = await stores.identity.createAccount({
    userId,
    email: wanted.email.toLowerCase(),
    name: wanted.name,
    passwordHash: await stores.passwords.hash(wanted.password),
    isPlatformAdmin: wanted.isPlatformAdmin,
    organization: { id: organizationId, name: wanted.name, slug: organizationSlug(wanted.name, organizationId) },
  });
  return isMade ? userId : undefined;
}

/** Makes the first platform admin unless that account exists; its password is never reset. */
export async function ensureAdmin(
  stores: Stores,
  admin: Readonly<{ email: string; password: string }>,
): Promise<boolean> {
  if ((await stores.identity.findUserByEmail(admin.email)) !== null) return false;
  const made = await createAccount(stores, { ...admin, name: "Administrator", isPlatformAdmin: true });
  return made !== undefined;
}
