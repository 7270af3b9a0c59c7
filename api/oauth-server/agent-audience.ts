import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Names the one resource besides the REST interface that tokens can be for (RFC 8707): the door for agents. */
export function agentResource(publicUrl: string): string {
  return `${withoutEndSlashes(publicUrl)}/mcp`;
}

/** Where the description of that resource lies (RFC 9728): its path goes behind the well-known one. */
export function agentMetadataUrl(publicUrl: string): string {
  const { origin, pathname } = new URL(agentResource(publicUrl));
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
