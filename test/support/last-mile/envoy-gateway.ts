import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { fetchGoModule } from "../../../local/binaries/go-module.ts";
import { findBinaries, runToEnd } from "../embedded-binaries.ts";
import { IMAGES } from "./gateway-images.ts";

/** A component as the bundle has it for a kind of cluster. */
export type Component = Readonly<{
  component: string;
  chart: string;
  version: string;
  namespace: string;
  helm: Readonly<{ values: Readonly<Record<string, unknown>> }>;
}>;

/** Equal to the version in envoy-gateway/go.mod. */
const MODULE = {
  module: "github.com/envoyproxy/gateway@v1.9.1",
  sum: "h1:vAVp6/AlBXJ1aOhp1mxL7fNEzVEfjADUguUhm2wzxQY=",
} as const;

/** What a build that is none of the project's releases names otherwise. */
const BUILT = {
  config: {
    envoyGateway: { provider: { type: "Kubernetes", kubernetes: { shutdownManager: { image: IMAGES.envoyGateway } } } },
  },
};

/** Installs Envoy Gateway by its own chart with the bundle's values; `dir` is for what is only needed meanwhile. */
export async function installEnvoyGateway(
  { component, chart, version, namespace, helm: { values } }: Component,
  { kubeconfig, dir }: Readonly<{ kubeconfig: string; dir: string }>,
): Promise<void> {
  if (!MODULE.module.endsWith(`@${version}`)) throw new Error(`The bundle has ${version}, not ${MODULE.module}`);
  const folder = join(dir, chart);
  await cp(join(await fetchGoModule(MODULE, runToEnd), "charts", chart), folder, { recursive: true });
  await runToEnd({ command: "chmod", args: ["-R", "u+w", folder] });
  const template = await readFile(join(folder, "values.tmpl.yaml"), "utf8");
  const own = template
    .replace("${GatewayImage}", IMAGES.envoyGateway)
    .replace("${GatewayImagePullPolicy}", "IfNotPresent");
  await writeFile(join(folder, "values.yaml"), own);
  const chartFile = join(folder, "Chart.yaml");
  const described = (await readFile(chartFile, "utf8")).replace("v0.0.0-latest", version);
  await writeFile(chartFile, described.replace('"latest"', `"${version}"`));
  const files = await Promise.all(
    [values, BUILT].map(async (one, index) => {
      const file = join(dir, `envoy-gateway-${index}.yaml`);
      await writeFile(file, stringify(one));
      return file;
    }),
  );
  const helm = await (await findBinaries(["helm"]))("helm");
  const env = { HOME: dir, HELM_CACHE_HOME: dir, HELM_CONFIG_HOME: dir, HELM_DATA_HOME: dir, KUBECONFIG: kubeconfig };
  const args = ["install", component, folder, "--namespace", namespace, "--create-namespace", "--timeout", "5m"];
  await promisify(execFile)(helm, [...args, ...files.flatMap((file) => ["--values", file])], { env });
}
