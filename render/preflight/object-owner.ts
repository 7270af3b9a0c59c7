import { LABELS } from "../../contract/identity.ts";
import type { FoundObject } from "./cluster-facts.ts";

/** Who manages an object; `tool` decides what others may do with it. */
type ObjectOwner = Readonly<{
  tool: "berth" | "argocd" | "flux" | "olm" | "helm" | "kubernetes" | "add-on";
  name: string;
}>;

type Described = Pick<FoundObject, "labels" | "annotations">;
type Rule = (object: Described, component: string | undefined) => ObjectOwner | undefined;

/** Handles end with ten characters of base32, as some words do: `production` is one. */
const OURS = /^[a-z0-9-]+-[a-z2-7]{10}$/;

/** Of the bundle our Applications are named `<component>-<handle>`, and a handle has a name before its end. */
function isOurs(application: string, component: string | undefined): boolean {
  if (!OURS.test(application)) return false;
  const end = component === undefined ? application : application.slice(component.length + 1);
  return component === undefined || (application.startsWith(`${component}-`) && OURS.test(end));
}

/** Tells who manages an object by what the tools write onto it, as something of a component where one is given; the first rule that knows decides. */
export function ownerOf(object: Described, component?: string): ObjectOwner | undefined {
  for (const rule of RULES) {
    const owner = rule(object, component);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

const RULES: readonly Rule[] = [
  ({ labels }) => (labels[LABELS.managed] === "true" ? { tool: "berth", name: "Berth" } : undefined),
  ({ labels }) =>
    labels["kubernetes.io/bootstrapping"] === undefined ? undefined : { tool: "kubernetes", name: "Kubernetes" },
  ({ labels, annotations }, component) => {
    const tracked = annotations["argocd.argoproj.io/tracking-id"]?.split(":")[0];
    const name = tracked ?? labels["argocd.argoproj.io/instance"];
    if (name === undefined) return undefined;
    return isOurs(name, component)
      ? { tool: "berth", name: `Berth (${name})` }
      : { tool: "argocd", name: `Argo CD application ${name}` };
  },
  ({ labels }) => {
    const release = labels["helm.toolkit.fluxcd.io/name"];
    const name = labels["kustomize.toolkit.fluxcd.io/name"] ?? release;
    return name === undefined
      ? undefined
      : { tool: "flux", name: `Flux ${release === undefined ? "kustomization" : "release"} ${name}` };
  },
  ({ labels }) => {
    const isManaged = labels["olm.managed"] === "true";
    const names = Object.keys(labels).filter((label) => label.startsWith("operators.coreos.com/"));
    if (!isManaged && names.length === 0) return undefined;
    const name = labels["olm.owner"] ?? names[0]?.slice("operators.coreos.com/".length) ?? "";
    return { tool: "olm", name: `Operator Lifecycle Manager ${name}`.trim() };
  },
  ({ labels, annotations }) => {
    const release = annotations["meta.helm.sh/release-name"];
    if (release !== undefined)
      return { tool: "helm", name: `Helm release ${annotations["meta.helm.sh/release-namespace"] ?? ""}/${release}` };
    return labels["app.kubernetes.io/managed-by"] === "Helm"
      ? { tool: "helm", name: `Helm release ${labels["app.kubernetes.io/instance"] ?? ""}`.trim() }
      : undefined;
  },
  ({ labels }) =>
    labels["addonmanager.kubernetes.io/mode"] === undefined && labels["components.gke.io/component-name"] === undefined
      ? undefined
      : { tool: "add-on", name: "the provider's add-on manager" },
];
