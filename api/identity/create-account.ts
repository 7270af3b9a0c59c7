import type { SecretText } from "../../contract/secret-text.ts";
import type { IdentityStore, NewAccount } from "../../adapters/postgres/identity/identity-store.ts";
import type { Passwords } from "../../adapters/passwords/passwords.ts";
import { newId } from "./new-id.ts";
import { organizationSlug } from "./organization-slug.ts";

type Stores = Readonly<{ identity: IdentityStore; passwords: Passwords }>;
type Wanted = Readonly<{ email: string; name: string; password: string; isPlatformAdmin: boolean }>;
type Proven = Readonly<{ email: string; name: string; avatarUrl: string | null }>;

/** Makes an account with its personal organization; undefined when the e-mail is taken. */
export async function createAccount(stores: Stores, wanted: Wanted): Promise<string | undefined> {
  const { email, name, password, isPlatformAdmin } = wanted;
  const passwordHash = await stores.passwords.hash(password);
  const of = { email: email.toLowerCase(), name, passwordHash, isPlatformAdmin };
  // Who runs the platform vouches for its admin's address: no login provider takes that account over.
  return create(stores, { ...of, avatarUrl: null, emailVerifiedAt: isPlatformAdmin ? new Date() : null });
}

/** Makes an account without a password for somebody whose address a login provider has verified; undefined when it is taken. */
export async function createProvenAccount(
  stores: Pick<Stores, "identity">,
  proven: Proven,
): Promise<string | undefined> {
  return create(stores, { ...proven, passwordHash: null, isPlatformAdmin: false, emailVerifiedAt: new Date() });
}

async function create(
  { identity }: Pick<Stores, "identity">,
  user: Omit<NewAccount, "userId" | "organization">,
): Promise<string | undefined> {
  const [userId, organizationId] = [newId(), newId()];
  const { name } = user;
  const organization = { id: organizationId, name, slug: organizationSlug(name, organizationId) };
  return (await identity.createAccount({ ...user, userId, organization })) ? userId : undefined;
}

/** Makes the first platform admin unless that account exists; its password is never reset. */
export async function ensureAdmin(
  stores: Stores,
  { email, password }: Readonly<{ email: string; password: SecretText }>,
): Promise<boolean> {
  if ((await stores.identity.findUserByEmail(email)) !== null) return false;
  const admin = { email, password: password.reveal(), name: "Administrator", isPlatformAdmin: true };
  const made = await createAccount(stores, admin);
  return made !== undefined;
}
