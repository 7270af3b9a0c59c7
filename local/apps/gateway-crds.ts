import { readFile } from "node:fs/promises";
import type { Manifest } from "../cluster/kube-access.ts";

const FOLDER = new URL("../manifests/gateway-api/", import.meta.url);
/** Those of Envoy Gateway's are what the Gateway API has no member for. */
const KINDS = [
  "gatewayclasses",
  "gateways",
  "httproutes",
  "listenersets",
  "backendtrafficpolicies",
  "httproutefilters",
] as const;

/** Reads the kinds of the Gateway API that the front serves. */
export function readGatewayCrds(): Promise<readonly Manifest[]> {
  return Promise.all(
    KINDS.map(async (kind) => JSON.parse(await readFile(new URL(`${kind}.json`, FOLDER), "utf8")) as Manifest),
  );
}
