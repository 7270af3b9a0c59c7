import { endAccess } from "../../../adapters/postgres/resources/cluster-access-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { deleteKubeconfig } from "../../../contract/rest/kubeconfigs.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { recordChange } from "../../identity/record-change.ts";
import { auditOf } from "../../resources/audit-of.ts";

/** Ends kubeconfigs of the caller; the sweep that this wakes takes them back from the cluster. */
export const handle: Handler<typeof deleteKubeconfig> = async (context, { path }) => {
  const { userId } = assertUser(context.principal);
  await recordChange(context, async (db) => {
    const ended = await endAccess(db, userId, path.kubeconfig_id);
    if (ended === undefined) throw new BerthError("not_found");
    const { clusterId: id, organizationId } = ended;
    return { result: undefined, audit: auditOf(context, { kind: "Cluster", id, organizationId }) };
  });
  return { body: { message: "The cluster refuses these kubeconfigs within seconds." } };
};
