import type { listDeploymentPreviews } from "../../../contract/rest/deployment-previews.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";
import { toFilter } from "../../resources/list-filters.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Lists the previews of a deployment, newest first. */
export const handle: Handler<typeof listDeploymentPreviews> = async (context, { path, query }) => {
  const { id: previewOf, organizationId } = await loadResource(context, "Deployment", path.deployment_id);
  const filter = { kind: "Deployment", organizationId, previewOf, ...toFilter(query) } as const;
  return hotList(context, filter, query, "previews");
};
