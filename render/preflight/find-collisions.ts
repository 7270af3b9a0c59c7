import type { Footprint } from "../bundle/component.ts";
import type { BundleFootprint, FootprintComponent } from "./bundle-footprint.ts";
import type { ClusterFacts, FoundObject } from "./cluster-facts.ts";
import { findingOn, type Finding, type Told } from "./finding.ts";
import { ownerOf } from "./object-owner.ts";

type Named = Readonly<{ kind: string; names: (footprint: Footprint) => readonly string[]; code: string; why: string }>;

/** Names the kinds whose objects are one per cluster and name: ours would overwrite another's. */
const KINDS: readonly Named[] = [
  {
    kind: "CustomResourceDefinition",
    names: ({ crds = [] }) => crds,
    code: "crd_exists",
    why: "two versions of one definition fight, and the removal of one takes all its objects along",
  },
  {
    kind: "ClusterRole",
    names: ({ clusterRoles = [] }) => clusterRoles,
    code: "cluster_role_exists",
    why: "its rights would be replaced",
  },
  {
    kind: "ClusterRoleBinding",
    names: ({ clusterRoleBindings = [] }) => clusterRoleBindings,
    code: "cluster_role_binding_exists",
    why: "who has its rights would be replaced",
  },
  {
    kind: "IngressClass",
    names: ({ ingressClasses = [] }) => ingressClasses,
    code: "ingress_class_exists",
    why: "a class cannot change its controller",
  },
  {
    kind: "GatewayClass",
    names: ({ gatewayClasses = [] }) => gatewayClasses,
    code: "gateway_class_exists",
    why: "a class cannot change its controller",
  },
  {
    kind: "ClusterIssuer",
    names: ({ clusterIssuers = [] }) => clusterIssuers,
    code: "cluster_issuer_exists",
    why: "its certificates would come from another authority",
  },
  {
    kind: "PriorityClass",
    names: ({ priorityClasses = [] }) => priorityClasses,
    code: "priority_class_exists",
    why: "a class cannot change its value",
  },
  {
    kind: "APIService",
    names: ({ apiServices = [] }) => apiServices,
    code: "api_service_exists",
    why: "an API is served by one alone",
  },
  {
    kind: "ValidatingAdmissionPolicy",
    names: ({ admissionPolicies = [] }) => admissionPolicies,
    code: "admission_policy_exists",
    why: "what it checks would no longer be checked",
  },
  {
    kind: "ValidatingWebhookConfiguration",
    names: ({ webhooks = [] }) => webhooks.filter(({ kind }) => kind === "Validating").map(({ name }) => name),
    code: "webhook_exists",
    why: "what it checks would no longer be checked",
  },
  {
    kind: "MutatingWebhookConfiguration",
    names: ({ webhooks = [] }) => webhooks.filter(({ kind }) => kind === "Mutating").map(({ name }) => name),
    code: "webhook_exists",
    why: "what it changes would no longer be changed",
  },
];

/** Finds what stands where the bundle wants to put something of its own. */
export function findCollisions(bundle: BundleFootprint, facts: ClusterFacts): Finding[] {
  const wanted = bundle.filter(({ skipped }) => skipped === undefined);
  return wanted.flatMap((component) => [
    ...KINDS.flatMap((named) => collisionsOf(component, named, facts)),
    ...runningCopies(component, facts),
  ]);
}

/** Tells whether an object has the name of one that a component makes. */
export function collidesWith({ footprint }: FootprintComponent, { kind, name }: FoundObject): boolean {
  return KINDS.some((named) => named.kind === kind && named.names(footprint).includes(name));
}

function collisionsOf(component: FootprintComponent, named: Named, { objects }: ClusterFacts): Finding[] {
  const names = new Set(named.names(component.footprint));
  return objects
    .filter(({ kind, name }) => kind === named.kind && names.has(name))
    .flatMap((object) => {
      const told = judge(component, named, object);
      return told === undefined ? [] : [findingOn(object, told, component.component)];
    });
}

function judge(
  { component, own }: FootprintComponent,
  { kind, code, why }: Named,
  object: FoundObject,
): Told | undefined {
  const owner = ownerOf(object, component);
  // What the API server makes itself, it also keeps.
  if (owner?.tool === "kubernetes") return undefined;
  if (owner?.tool === "berth")
    return {
      severity: "info",
      code: "left_by_berth",
      message: `${kind} ${object.name} was left by a former import; the component ${component} takes it over.`,
      remedy: "Nothing needs to be done.",
    };
  const whose = owner === undefined ? "is there already" : `belongs to ${owner.name}`;
  return {
    severity: "error",
    code,
    message: `${kind} ${object.name}, which the component ${component} brings along, ${whose}: ${why}.`,
    remedy: remedyFor(owner?.tool, component, own !== undefined),
  };
}

function remedyFor(tool: string | undefined, component: string, mayBeOwn: boolean): string {
  const override = elseLeave(component, mayBeOwn);
  if (tool === "argocd" || tool === "flux")
    return `Remove it there, since it would be put back against ours for ever, ${override}.`;
  if (tool === "helm") return `Uninstall that release when ${component} may take its place, ${override}.`;
  if (tool === "olm") return `Remove its subscription when ${component} may take its place, ${override}.`;
  return `Remove it when nothing needs it, ${override}.`;
}

function elseLeave(component: string, mayBeOwn: boolean): string {
  const own = mayBeOwn ? `name ${component} in own_components, ` : "";
  return `${own}or let a platform admin override the preflight`;
}

const WORKLOADS: ReadonlySet<string> = new Set(["Deployment", "DaemonSet", "StatefulSet"]);

/** Two copies of one controller fight over the same objects; the one in our own place is the same copy. */
function runningCopies(definition: FootprintComponent, facts: ClusterFacts): Finding[] {
  const { component, namespace, own } = definition;
  return facts.objects
    .filter((object) => runsComponent(definition, object))
    .filter((object) => ownerOf(object, component)?.tool !== "berth")
    .map((object) => {
      const told = {
        severity: "error",
        code: "operator_running",
        message: `${object.kind} ${object.namespace ?? ""}/${object.name} runs what the component ${component} would run in the namespace ${namespace}: two of them fight over the same objects.`,
        remedy: `Remove it when ${component} may take its place, ${elseLeave(component, own !== undefined)}.`,
      } as const;
      return findingOn(object, told, component);
    });
}

/** Tells whether a workload runs what a component runs. */
export function runsComponent({ footprint }: FootprintComponent, { kind, images = [] }: FoundObject): boolean {
  return WORKLOADS.has(kind) && images.some((image) => isImage(image, footprint.images ?? []));
}

/** Tells whether an image has one of some names, whatever its registry and tag. */
export function isImage(image: string, suffixes: readonly string[]): boolean {
  const name = image.replace(/@.*$/, "").replace(/:[^/:]*$/, "");
  return suffixes.some((suffix) => name === suffix || name.endsWith(`/${suffix}`));
}
