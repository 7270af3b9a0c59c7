import type { getDeploymentValues } from "../../../contract/rest/deployments.ts";
import type { Handler } from "../../http/context.ts";
import { etagOf } from "../../http/etag.ts";
import { hotRead } from "../../resources/hot-read.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Answers the values file of a deployment. */
export const handle: Handler<typeof getDeploymentValues> = async (context, { path }) => {
  const row = await hotRead(context, "Deployment", path.deployment_id);
  const { values_yaml: text } = JSON.parse(row.body) as { values_yaml: string | null };
  return {
    text: text ?? "",
    contentType: "text/yaml; charset=utf-8",
    etag: etagOf(row.generation, text ?? ""),
  };
};
