import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";

type Variable = Readonly<{ name: string; value: string }>;

/** Makes the spec of a deployment as benches have it by the thousand. */
export function sampleSpec(
  cluster: string,
  name: string,
  variable: Variable = { name: "ROUND", value: "0" },
): DeploymentSpec {
  return {
    cluster,
    name,
    appType: "web_app",
    dockerImage: "nginx:1.29",
    replicas: 2,
    containerPort: 8080,
    environmentVariables: [variable],
  };
}
