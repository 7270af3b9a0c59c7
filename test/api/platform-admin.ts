import { newAccount, type Account } from "./client.ts";
import type { TestGateway } from "./gateway.ts";

/** Makes a user a platform admin. */
export async function makePlatformAdmin(
  { services }: Pick<TestGateway, "services">,
  { userId }: Readonly<{ userId: string }>,
): Promise<void> {
  await services.pool.query("UPDATE users SET is_platform_admin = true WHERE id = $1", [userId]);
}

/** Makes an account that is a platform admin's. */
export async function newPlatformAdmin(gateway: TestGateway): Promise<Account> {
  const account = await newAccount(gateway.url);
  await makePlatformAdmin(gateway, account);
  return account;
}
