import type { listProviders } from "../../../contract/rest/providers.ts";
import type { Handler } from "../../http/context.ts";

/** Lists the providers that clusters can be created at. */
export const handle: Handler<typeof listProviders> = ({ services }) => ({
  body: { providers: services.providers.list() },
});
