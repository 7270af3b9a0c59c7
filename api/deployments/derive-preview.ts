import { isCopied } from "../../contract/resources/deployment-members.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";

type Variables = NonNullable<DeploymentSpec["environmentVariables"]>;
type Port = NonNullable<DeploymentSpec["additionalPorts"]>[number];
type PreviewWish = Readonly<{ dockerImage: string; variables: Variables }>;

/** Derives the configuration of a preview: the source's with another image, as small as it can be. */
export function derivePreview(
  source: DeploymentSpec,
  { dockerImage, variables }: PreviewWish,
): Partial<DeploymentSpec> {
  const kept = Object.entries(source).filter(([member]) => isCopied(member, "preview"));
  const spec: Partial<DeploymentSpec> = Object.fromEntries(kept);
  const own = new Set(variables.map(({ name }) => name));
  const others = (spec.environmentVariables ?? []).filter(({ name }) => !own.has(name));
  const config = Object.fromEntries(Object.entries(spec.config ?? {}).filter(([key]) => key !== "autoscaling"));
  return {
    ...spec,
    ...(spec.config !== undefined && { config }),
    ...(spec.additionalPorts && { additionalPorts: spec.additionalPorts.map(withoutNumber) }),
    environmentVariables: [...others, ...variables],
    dockerImage,
    replicas: 1,
  };
}

/** It would ask for its source's own number. */
function withoutNumber(extra: Port): Port {
  return Object.fromEntries(Object.entries(extra).filter(([member]) => member !== "publicPort")) as Port;
}

/** Derives when a preview ends that has so many seconds from now. */
export function endsAt(ttl: number): string {
  return new Date(Date.now() + ttl * 1_000).toISOString();
}
