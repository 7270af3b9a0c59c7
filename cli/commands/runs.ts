import type { Item } from "../../client/main.ts";
import { findDeployment } from "../find-resource.ts";
import type { ListView } from "../output/output.ts";
import { withDeployment, type Define } from "./command.ts";

type Run = Item<"listDeploymentRuns">;

const LIST: ListView<Run> = {
  columns: [
    { title: "RUN", of: ({ id }) => id },
    { title: "STATUS", of: ({ status }) => status },
    { title: "REASON", of: ({ status_reason: reason }) => reason },
    { title: "EXIT", of: ({ exit_code: code }) => code },
    { title: "SECONDS", of: ({ duration_seconds: seconds }) => seconds },
    { title: "CREATED", of: ({ created_at: at }) => at },
    { title: "COMMAND", of: ({ command, args }) => [...(command ?? []), ...(args ?? [])].join(" ") },
  ],
  nameOf: ({ id }) => id,
  none: "No runs.",
};

/** `berth runs`: the runs of a deployment, or the end of one. */
export const define: Define = (command, act) => {
  withDeployment(command)
    .option("--cancel <run>", "end this run")
    .action(
      act(async (means, options: Readonly<{ cluster?: string; cancel?: string }>, name: string) => {
        const { berth, out } = means;
        const { id } = await findDeployment(means, name, options.cluster);
        if (options.cancel === undefined) {
          return out.list(berth.pages("listDeploymentRuns", { path: { deployment_id: id } }), LIST);
        }
        const path = { deployment_id: id, run_id: options.cancel };
        const run = await berth.cancelDeploymentRun({ path });
        await out.result(run, { sentence: `Run ${run.id} is being ended.`, name: run.id });
      }),
    );
};
