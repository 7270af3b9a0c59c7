import { Provider } from "oidc-provider";
import { newId } from "../identity/new-id.ts";

/** Says which request the library is answering; undefined outside of its endpoints. */
export function libraryRequest(): Readonly<{ requestId: string; address: string }> | undefined {
  const context = Provider.ctx;
  if (context === undefined) return undefined;
  const sentId = context.res.getHeader("X-Request-Id");
  return { requestId: typeof sentId === "string" ? sentId : newId(), address: context.ip };
}
