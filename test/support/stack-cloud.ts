import { createLocalCloudClient, type LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { SecretText } from "../../contract/secret-text.ts";

type Asked = Omit<Parameters<typeof createLocalCloudClient>[0], "token"> & Readonly<{ token: string }>;

/** Connects to the simulated cloud of an embedded stack, which tells its token in plain text. */
export function connectCloud({ token, ...rest }: Asked): LocalCloudClient {
  return createLocalCloudClient({ ...rest, token: new SecretText(token) });
}
