import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import type { applyAll } from "./apply-all.ts";

type Manifest = Parameters<typeof applyAll>[1][number];
type Job = Readonly<Record<string, unknown>> & Readonly<{ job_name: string }>;
type Outside = Readonly<{
  /** Where files go that the collector reads. */
  dir: string;
  server: string;
  token: string;
  /** Which of the guide's jobs; all unless told. */
  jobs?: readonly string[];
}>;

const GUIDE = new URL("../../docs/guides/cluster-metrics.yaml", import.meta.url);
/** A test has no half a minute for each measurement. */
const INTERVAL = "1s";

/** Reads the objects of the guide's collector of metrics, for a cluster of that handle. */
export function guidesMetrics(clusterHandle: string): readonly Manifest[] {
  const text = readFileSync(GUIDE, "utf8").replaceAll("CLUSTER_HANDLE", clusterHandle);
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** Answers a token of the collector's account, which is there. */
export async function collectorToken(client: KubeClient): Promise<string> {
  const path = "/api/v1/namespaces/berth-metrics/serviceaccounts/collector/token";
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3_600 } };
  const { status } = (await client.request("POST", path, { body })) as { status: { token: string } };
  return status.token;
}

/** Writes what the guide has scraped for a collector that is no pod: what one finds beside itself is told by name. */
export async function writeScrape(
  manifests: readonly Manifest[],
  { dir, server, token, jobs }: Outside,
): Promise<string> {
  const map = manifests.find(({ kind }) => kind === "ConfigMap") as unknown as { data: Record<string, string> };
  const config = parse(map.data["scrape.yaml"] ?? "") as Readonly<{
    global: object;
    scrape_configs: readonly Job[];
  }>;
  const file = join(dir, "token");
  await writeFile(file, token);
  const outside = { api_server: server, bearer_token_file: file, tls_config: { insecure_skip_verify: true } };
  const told = {
    ...config,
    global: { ...config.global, scrape_interval: INTERVAL },
    scrape_configs: config.scrape_configs
      .filter(({ job_name: name }) => jobs?.includes(name) ?? true)
      .map((job) => ({
        ...job,
        kubernetes_sd_configs: (job["kubernetes_sd_configs"] as object[]).map((one) => ({ ...one, ...outside })),
        ...(job["bearer_token_file"] !== undefined && { bearer_token_file: file }),
      })),
  };
  const path = join(dir, "scrape.yaml");
  await writeFile(path, stringify(told));
  return path;
}
