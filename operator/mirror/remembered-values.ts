import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { organizationProject } from "../../render/argocd/organization-projects.ts";
import type { ClusterContext, CustomResource, RenderValues } from "../../render/projection/custom-resource.ts";
import { createValuesRenderer, type PlatformOf } from "../../render/projection/values-renderer.ts";
import { isQuicklyRendered } from "../../render/text/text-size.ts";
import { isTooCostly, type RenderElsewhere } from "../render-elsewhere.ts";
import { createValuesElsewhere, type ValuesElsewhere } from "./values-elsewhere.ts";

type Remembered = Readonly<{ inputs: string; values: string | null }>;

const CHARACTERS_MAX = 16 * 1024 * 1024;

/** Says that values are being rendered elsewhere: whoever needs them asks again. */
export class NotRenderedYet extends Error {
  override readonly name = "NotRenderedYet";
}

/** The set-up of what is remembered. */
type RememberOptions = Readonly<{ charactersMax?: number; elsewhere?: ValuesElsewhere }>;

/**
 * Remembers by what an object's values were rendered last: of the versions that the mirror sees, most differ in their
 * status only. The texts together stay below a limit; the oldest go first. Much text is rendered elsewhere, if there is
 * such a place; until then asking throws NotRenderedYet.
 */
export function rememberValues(render: RenderValues, options: RememberOptions = {}): RenderValues {
  const { charactersMax = CHARACTERS_MAX, elsewhere } = options;
  const known = new Map<string, Remembered>();
  /** By uid: for which inputs values are being rendered. */
  const underWay = new Map<string, string>();
  let characters = 0;
  const forget = (uid: string): void => {
    characters -= sizeOf(known.get(uid));
    known.delete(uid);
  };
  const remember = (uid: string, rendered: Remembered): void => {
    forget(uid);
    known.set(uid, rendered);
    characters += sizeOf(rendered);
    for (const oldest of known.keys()) {
      if (characters <= charactersMax || oldest === uid) break;
      forget(oldest);
    }
  };
  const begin = (ask: ValuesElsewhere, object: CustomResource, cluster: ClusterContext): void => {
    const uid = object.metadata.uid ?? "";
    const inputs = inputsOf(object, cluster);
    if (underWay.get(uid) === inputs) return;
    underWay.set(uid, inputs);
    ask(object, cluster)
      .then((values) => remember(uid, { inputs, values }))
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(uid) === inputs) underWay.delete(uid);
      });
  };
  return (object, cluster) => {
    const uid = object.metadata.uid ?? "";
    const inputs = inputsOf(object, cluster);
    const found = known.get(uid);
    if (found?.inputs === inputs) return found.values;
    if (isTooCostly(object)) return null;
    if (elsewhere !== undefined && !isQuicklyRendered(object.spec as Partial<DeploymentSpec>)) {
      begin(elsewhere, object, cluster);
      throw new NotRenderedYet();
    }
    const values = render(object, cluster);
    remember(uid, { inputs, values });
    return values;
  };
}

type Platform = Omit<ReturnType<PlatformOf>, "project">;

/** Makes what the mirror shows as `values_yaml`. */
export function createMirrorValues(renderElsewhere: RenderElsewhere, platform: Platform): RenderValues {
  const platformOf: PlatformOf = (namespace) => ({ ...platform, project: organizationProject(namespace) });
  return rememberValues(createValuesRenderer(platformOf), {
    elsewhere: createValuesElsewhere(renderElsewhere, platformOf),
  });
}

function sizeOf(remembered: Remembered | undefined): number {
  return remembered === undefined ? 0 : remembered.inputs.length + (remembered.values?.length ?? 0);
}

/** The spec stands in by its generation; name and namespace belong to the uid. */
function inputsOf({ metadata, status }: CustomResource, cluster: ClusterContext): string {
  const { handle, provider, region, tier, routing, namesUnder, certifiesEachName } = cluster;
  const {
    handle: own,
    delivery,
    secretsRevision,
    customDomain,
    publicPorts,
    sleep,
  } = (status ?? {}) as DeploymentStatus;
  const ports = (publicPorts ?? []).map(({ publicPort }) => publicPort);
  const observed = [own, delivery?.version, secretsRevision, customDomain?.name, ports, sleep?.wakesAt !== undefined];
  const place = [handle, provider, region, tier, routing, namesUnder, certifiesEachName];
  return JSON.stringify([metadata.generation, metadata.labels, observed, place]);
}
