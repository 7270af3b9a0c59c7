import type { Answer, Berth } from "../../client/main.ts";
import type { WaitOptions } from "../commands/command.ts";
import { findDeployment } from "../find-resource.ts";
import { followChange, generationOf } from "../follow-change.ts";
import type { Means } from "../means.ts";

type Action =
  | "updateDeployment"
  | "restartDeployment"
  | "rollbackDeployment"
  | "stopDeployment"
  | "startDeployment"
  | "renewDeploymentCertificate";
/** What of a command says which deployment, and how long to wait. */
export type ActOptions = WaitOptions & Readonly<{ cluster?: string }>;
type Sent = (berth: Berth, path: { deployment_id: string }) => Promise<Answer<Action>>;

/** Changes a deployment by one request, and shows the chain until it is done. */
export async function actOnDeployment(means: Means, ref: string, options: ActOptions, send: Sent): Promise<void> {
  const { id, name } = await findDeployment(means, ref, options.cluster);
  const { data, etag } = await send(means.berth, { deployment_id: id });
  const followed = { id, name, generation: generationOf(etag), timeout: options.timeout };
  const done = options.wait ? await followChange(means, followed) : data;
  await means.out.result(done, { sentence: `${name}: ${done.status}`, name });
}
