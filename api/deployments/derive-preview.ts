import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { derivePromotion } from "./derive-promotion.ts";

/** What would cost, change data that is not its own, or happen by itself. */
const LEFT_BEHIND = [
  "sleep",
  "backups",
  "releaseCommand",
  "releaseTimeoutSeconds",
  "imageUpdateStrategy",
  "imageUpdateConstraint",
  "imageAllowTags",
  "imageIgnoreTags",
  "failoverHealthRoute",
] as const satisfies readonly (keyof DeploymentSpec)[];

type Variables = NonNullable<DeploymentSpec["environmentVariables"]>;
export type PreviewWish = Readonly<{ dockerImage: string; variables: Variables }>;

/** Derives the configuration of a preview: the source's with another image, as small as it can be. */
export function derivePreview(
  source: DeploymentSpec,
  { dockerImage, variables }: PreviewWish,
): Partial<DeploymentSpec> {
  const left = new Set<string>(LEFT_BEHIND);
  const kept = Object.entries(derivePromotion(source, {})).filter(([member]) => !left.has(member));
  const spec: Partial<DeploymentSpec> = Object.fromEntries(kept);
  const own = new Set(variables.map(({ name }) => name));
  const others = (spec.environmentVariables ?? []).filter(({ name }) => !own.has(name));
  const config = Object.fromEntries(Object.entries(spec.config ?? {}).filter(([key]) => key !== "autoscaling"));
  return {
    ...spec,
    ...(spec.config !== undefined && { config }),
    environmentVariables: [...others, ...variables],
    dockerImage,
    replicas: 1,
  };
}

/** Derives when a preview ends that has so many seconds from now. */
export function endsAt(ttl: number): string {
  return new Date(Date.now() + ttl * 1_000).toISOString();
}
