import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { publicPortsOf, takesPublicPorts, type PublicPort } from "../../contract/resources/public-ports.ts";
import { renderError } from "../render-error.ts";
import type { RenderDeploymentInput } from "../render-input.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";

type Extra = NonNullable<DeploymentSpec["additionalPorts"]>[number];

/** Derives the extra ports of pod and service, each with a name: the given one, else port-<number>. */
export function deriveAdditionalPorts(
  spec: DeploymentSpec,
  mainPort: number | undefined,
): WorkloadValues["additionalPorts"] {
  const extras = spec.additionalPorts ?? [];
  if (extras.length === 0) return undefined;
  if (extras.some((extra) => extra.port === mainPort && extra.protocol !== "UDP")) {
    throw renderError(
      "additional_ports",
      `must not repeat ${mainPort ?? ""}, the main port of this app_type when container_port is unset`,
    );
  }
  const taken = new Set(extras.flatMap((extra) => extra.name ?? []));
  return extras.map((extra) => ({
    name: extra.name ?? claimName(extra, taken),
    port: extra.port,
    protocol: extra.protocol ?? "TCP",
  }));
}

function claimName(extra: Extra, taken: Set<string>): string {
  const name = [`port-${extra.port}`, `port-${extra.port}-${(extra.protocol ?? "TCP").toLowerCase()}`].find(
    (candidate) => !taken.has(candidate),
  );
  if (name === undefined) throw renderError("additional_ports", `need a name of their own at ${extra.port}`);
  taken.add(name);
  return name;
}

/** Derives the ports at which the cluster's Gateway takes connections; undefined where there are none. */
export function derivePublicPorts({
  spec,
  cluster,
  publicPorts = [],
}: Pick<RenderDeploymentInput, "spec" | "cluster" | "publicPorts">): PublicPort[] | undefined {
  if (!takesPublicPorts(cluster)) return undefined;
  const own = publicPortsOf(spec).filter(({ publicPort }) => publicPorts.includes(publicPort));
  return own.length === 0 ? undefined : own;
}
