import type { Provider } from "oidc-provider";
import { REGISTRATION, ROW_ID } from "./client-metadata.ts";
import type { Asking } from "./pages.ts";

/** Says of the application that asks what people are to read; undefined when there is none any more. */
export async function askingClient(
  provider: Provider,
  id: string,
): Promise<Omit<Asking, "redirectUri" | "device" | "scopes" | "isAgent"> | undefined> {
  const client = await provider.Client.find(id);
  if (client === undefined) return undefined;
  const { clientId, clientName = clientId, clientUri = null, logoUri = null } = client;
  const own = client as Readonly<Record<string, unknown>>;
  return {
    clientRowId: String(own[ROW_ID]),
    clientName,
    clientUri,
    logoUri,
    documentHost: own[REGISTRATION] === "document" ? new URL(clientId).host : null,
    isSelfRegistered: own[REGISTRATION] !== "admin",
  };
}
