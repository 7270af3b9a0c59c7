import { BerthError } from "../../../contract/errors.ts";
import type { extendDeployment } from "../../../contract/rest/deployment-previews.ts";
import { changeDeployment, loadTarget } from "../../deployments/change-deployment.ts";
import { endsAt } from "../../deployments/derive-preview.ts";
import type { Handler } from "../../http/context.ts";

/** Gives a preview another time. */
export const handle: Handler<typeof extendDeployment> = async (context, { path, query, body }) => {
  const target = await loadTarget(context, path.deployment_id);
  if ((target.row.body["preview_of"] ?? null) === null)
    throw new BerthError("conflict", { publicMessage: "It is no preview: it has no end that could be moved." });
  return changeDeployment(context, target, {
    operations: [{ op: "add", path: "/spec/preview/expiresAt", value: endsAt(body.ttl) }],
    members: ["preview"],
    dryRun: query.dry_run,
    wait: query,
  });
};
