import type { Named } from "../../view/named.ts";
import { berth } from "../../store/berth.ts";
import { may } from "../../store/may.ts";
import { ownership } from "../../store/session.ts";
import { useReadList } from "../../store/use-read.ts";

const READ_MAX = 200;

/** The names of the secrets that a deployment can refer to: the organization's and its own; for whoever may not read them, none. */
export function useSecretNames(deploymentId: string): readonly Named[] {
  const { items } = useReadList(may("listSecrets") ? `secrets of ${deploymentId}` : "", async (signal) => {
    const { secrets } = await berth.listSecrets({ query: { ...ownership.value, limit: READ_MAX } }, { signal });
    return secrets.filter(({ deployment_id: of }) => of === null || of === deploymentId);
  });
  return items.map(({ name }) => ({ value: name, name }));
}
