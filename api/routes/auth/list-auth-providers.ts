import type { listAuthProviders } from "../../../contract/rest/provider-logins.ts";
import type { Handler } from "../../http/context.ts";
import { loginAddress } from "../../logins/create-login-providers.ts";

/** Lists the ways to sign in: the password always, then what is configured. */
export const handle: Handler<typeof listAuthProviders> = ({ services }) => {
  const { publicUrl = "" } = services.config;
  const external = [...services.logins.values()].map(({ id, name }) => ({
    id,
    name,
    type: "oauth",
    login_url: `${loginAddress(publicUrl, id)}/login`,
  }));
  return { body: { providers: [{ id: "password", name: "E-mail and password", type: "password" }, ...external] } };
};
