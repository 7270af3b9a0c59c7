/** Says of programs that a cluster has of its own what they must be started with, to serve in the bundle's place (docs/adr/0145). */
import { parseYamlMap } from "../text/parse-yaml.ts";
import { mapOf, type JsonMap } from "../text/yaml-text.ts";
import type { OwnTerms, ProgramSettings } from "./component.ts";

const CONTROLLER_NAME = "gateway.envoyproxy.io/gatewayclass-controller";
/** What people write into a program's configuration by their own words is read as far as it can be. */
const FIELD = "its configuration";

/** What is asked of a cert-manager at a Gateway: certificates come by an annotation of ListenerSets, which is an alpha feature. */
export const CERT_MANAGER_AT_GATEWAYS: Pick<OwnTerms, "versionMin" | "program"> = {
  versionMin: "1.20",
  program: { image: "cert-manager-controller", faultsOf: certManagerFaults },
};

/** What is asked of an Envoy Gateway: that it takes the class `berth`, and looks into every namespace. */
export const ENVOY_GATEWAY_PROGRAM: OwnTerms["program"] = { image: "envoyproxy/gateway", faultsOf: envoyGatewayFaults };

function certManagerFaults({ args, files }: ProgramSettings): string[] {
  const config = configOf(files, "ControllerConfiguration");
  // Since 1.21 there is a map for it, which counts before what stood alone.
  const newer = mapOf(config["gatewayAPI"]);
  const said = [
    ["enableGatewayAPI", flag(args, "enable-gateway-api") ?? newer["enabled"] ?? config["enableGatewayAPI"]],
    [
      "enableGatewayAPIListenerSet",
      flag(args, "enable-gateway-api-listenerset") ??
        newer["enableListenerSet"] ??
        config["enableGatewayAPIListenerSet"],
    ],
    ["the feature gate ListenerSets", gate(args) ?? mapOf(config["featureGates"])["ListenerSets"]],
  ] as const;
  const missing = said.filter(([, value]) => value !== true).map(([name]) => name);
  return missing.length === 0
    ? []
    : [`it makes no certificates of ListenerSets: its controller is started without ${missing.join(", ")}`];
}

/** Tells what a switch says; without a value it is on. */
function flag(args: readonly string[], name: string): boolean | undefined {
  const value = valueOf(args, name);
  return value === undefined ? undefined : value === "" || value === "true";
}

function gate(args: readonly string[]): boolean | undefined {
  const gates = (valueOf(args, "feature-gates") ?? "").split(",").map((one) => one.split("="));
  const [, value] = gates.find(([name]) => name === "ListenerSets") ?? [];
  return value === undefined ? undefined : value === "true";
}

function valueOf(args: readonly string[], name: string): string | undefined {
  const found = args.findLast((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return found?.slice(name.length + 3);
}

function envoyGatewayFaults({ files }: ProgramSettings): string[] {
  const config = configOf(files, "EnvoyGateway");
  const { controllerName = CONTROLLER_NAME } = mapOf(config["gateway"]);
  const { watch } = mapOf(mapOf(config["provider"])["kubernetes"]);
  return [
    ...(controllerName === CONTROLLER_NAME
      ? []
      : [`it takes Gateways of ${JSON.stringify(controllerName)}, and Berth's class is of ${CONTROLLER_NAME}`]),
    ...(watch === undefined ? [] : ["it looks at some namespaces alone (provider.kubernetes.watch)"]),
  ];
}

/** Finds the configuration of a kind among a program's files; what is no YAML, or none of its kind, says nothing. */
function configOf(files: readonly string[], kind: string): JsonMap {
  for (const file of files) {
    const config = readFile(file);
    if (config["kind"] === kind) return config;
  }
  return {};
}

function readFile(text: string): JsonMap {
  try {
    return parseYamlMap(text, FIELD);
  } catch {
    return {};
  }
}
