import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { ClusterContext, CustomResource, RenderValues } from "../../render/projection/custom-resource.ts";

type Remembered = Readonly<{ inputs: string; values: string | null }>;

const CHARACTERS_MAX = 16 * 1024 * 1024;

/**
 * Remembers by what an object's values were rendered last: of the versions that the mirror sees, most differ in their
 * status only. The texts together stay below a limit; the oldest go first.
 */
export function rememberValues(render: RenderValues, charactersMax = CHARACTERS_MAX): RenderValues {
  const known = new Map<string, Remembered>();
  let characters = 0;
  const forget = (uid: string): void => {
    characters -= sizeOf(known.get(uid));
    known.delete(uid);
  };
  return (object, cluster) => {
    const uid = object.metadata.uid ?? "";
    const inputs = inputsOf(object, cluster);
    const found = known.get(uid);
    if (found?.inputs === inputs) return found.values;
    const rendered: Remembered = { inputs, values: render(object, cluster) };
    forget(uid);
    known.set(uid, rendered);
    characters += sizeOf(rendered);
    for (const oldest of known.keys()) {
      if (characters <= charactersMax) break;
      forget(oldest);
    }
    return rendered.values;
  };
}

function sizeOf(remembered: Remembered | undefined): number {
  return remembered === undefined ? 0 : remembered.inputs.length + (remembered.values?.length ?? 0);
}

/** The spec stands in by its generation; name and namespace belong to the uid. */
function inputsOf({ metadata, status }: CustomResource, { handle, provider, region, tier }: ClusterContext): string {
  const { handle: own, delivery, secretsRevision, customDomain } = (status ?? {}) as DeploymentStatus;
  const observed = [own, delivery?.version, secretsRevision, customDomain?.name];
  return JSON.stringify([metadata.generation, metadata.labels, observed, handle, provider, region, tier]);
}
