import type { createCluster } from "../../../contract/rest/clusters.ts";
import { beginCluster } from "../../clusters/begin-cluster.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRole } from "../../http/authorize.ts";
import type { Handler } from "../../http/context.ts";
import { activeMembership } from "../../identity/active-organization.ts";

/** Creates a cluster of an organization. */
export const handle: Handler<typeof createCluster> = (context, { body, query }) => {
  const { userId, ...user } = assertUser(context.principal);
  const organization = activeMembership({ userId, ...user }, body.organization_id);
  assertRole(organization.role, "admin");
  return beginCluster(context, { body, owner: { ...organization, userId } }, query);
};
