import { parseYamlMap } from "../../../render/text/parse-yaml.ts";
import { isMap } from "../../../contract/json.ts";
import type { Json, JsonMap } from "../../../render/text/yaml-text.ts";
import type { ProviderAccess } from "../port.ts";

/** Parses the kubeconfig that Cluster API makes: one cluster, one user with a client certificate or a token. */
export function parseProviderKubeconfig(text: string, server: string): ProviderAccess {
  const config = parseYamlMap(text, "kubeconfig");
  const cluster = first(config["clusters"], "cluster");
  const user = first(config["users"], "user");
  const caData = textOf(cluster?.["certificate-authority-data"]);
  const [certData, keyData] = [textOf(user?.["client-certificate-data"]), textOf(user?.["client-key-data"])];
  const token = textOf(user?.["token"]);
  if (certData !== undefined && keyData !== undefined) return { server, caData, certData, keyData };
  if (token === undefined) throw new Error("The kubeconfig that Cluster API made holds no login");
  return { server, caData, token };
}

function first(list: Json | undefined, member: string): JsonMap | undefined {
  const item = Array.isArray(list) ? (list as readonly Json[])[0] : undefined;
  const value = isMap(item) ? item[member] : undefined;
  return isMap(value) ? value : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
