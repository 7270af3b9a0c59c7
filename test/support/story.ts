import { expect } from "chai";
import type { BerthClient } from "./berth-client.ts";
import { eventually } from "./eventually.ts";

type Row = Readonly<{ id: string; name: string; status: string; git_path: string; error_message: string | null }>;

/** Calls until the answer is not "away" (503, or no answer at all); what a careful client does. */
export async function insist<T>(berth: BerthClient, method: string, path: string, body?: unknown): Promise<T> {
  return eventually(
    async () => {
      const answer = await berth.call<T>(method, path, body);
      if (answer.status >= 500)
        throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).to.be.lessThan(300);
      return answer.body;
    },
    300_000,
    250,
  );
}

/** Finds a deployment by name, however its creation was answered. */
async function findDeployment(berth: BerthClient, clusterId: string, name: string): Promise<Row | undefined> {
  const { deployments } = await insist<{ deployments: Row[] }>(
    berth,
    "GET",
    `/deployments?cluster_id=${clusterId}&q=${name}`,
  );
  return deployments.find((row) => row.name === name);
}

/** Creates a deployment though the gateway may die in between: an unanswered creation is looked up before it is repeated. */
export async function createInsistently(
  berth: BerthClient,
  clusterId: string,
  name: string,
  extra: Record<string, unknown> = {},
): Promise<string> {
  return eventually(
    async () => {
      const existing = await findDeployment(berth, clusterId, name);
      if (existing !== undefined) return existing.id;
      const created = await berth.call<Row>("POST", "/deployments", {
        name,
        cluster_id: clusterId,
        app_type: "container",
        docker_image: "nginx:1.29",
        cpu_request: 0.01,
        memory_request_mb: 16,
        ...extra,
      });
      if (created.status !== 201) throw new Error(`create ${name}: ${created.status} ${JSON.stringify(created.body)}`);
      return created.body.id;
    },
    300_000,
    250,
  );
}

/** Waits until a deployment runs at its newest generation. */
export async function untilRunning(berth: BerthClient, id: string, deadlineMs = 300_000): Promise<Row> {
  return eventually(
    async () => {
      const row = await insist<Row>(berth, "GET", `/deployments/${id}`);
      expect(row.status, `${row.name}: ${row.error_message ?? ""}`).to.equal("running");
      return row;
    },
    deadlineMs,
    250,
  );
}

/** Waits until a deployment cannot be found any more. */
export async function untilGone(berth: BerthClient, id: string, deadlineMs = 300_000): Promise<void> {
  await eventually(
    async () => expect((await berth.call("GET", `/deployments/${id}`)).status).to.equal(404),
    deadlineMs,
    250,
  );
}
