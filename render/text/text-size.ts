import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";

/**
 * How much text of a user may be rendered where others wait: the dearest YAML that was found takes 5 ms then, on one
 * core (docs/adr/0033).
 */
const SMALL_MAX = 8_192;

/** Tells whether a spec holds so little free text that it may be rendered where others wait. */
export function isQuicklyRendered({ customValuesYaml = "", adoption, config }: Partial<DeploymentSpec>): boolean {
  const { manifestYaml = "", extraPodSpecYaml = "", extraContainerSpecYaml = "" } = adoption ?? {};
  const length = [customValuesYaml, manifestYaml, extraPodSpecYaml, extraContainerSpecYaml].join("").length;
  return length + (config === undefined ? 0 : JSON.stringify(config).length) <= SMALL_MAX;
}
