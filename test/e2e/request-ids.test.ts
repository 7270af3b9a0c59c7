import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { runningCluster, startPlatform, type Platform } from "../support/platform.ts";

type Line = Readonly<Record<string, unknown>>;

/** Whoever has an X-Request-Id finds all that came of it, in every log and in Git. */
describe("a request id", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let clusterId: string;
  let repository: DeliveryRepository;

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "traced");
    repository = new DeliveryRepository(platform.stack);
  });
  after(() => (repository as DeliveryRepository | undefined)?.remove());

  /** Reads what a process has logged about a request. */
  const logged = (process: string, message: string, requestId: string): Line[] =>
    readFileSync(join(platform.homeDir, "logs", `${process}.log`), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line["message"] === message)
      .filter(
        ({ requestId: one, requestIds }) =>
          one === requestId || (requestIds as string[] | undefined)?.includes(requestId),
      );

  /** Reads what the audit log says of a thing. */
  const audited = async (targetId: string): Promise<Line[]> => {
    const { body: me } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    const path = `/organizations/${me.organizations[0]?.slug ?? ""}/audit?target_id=${targetId}`;
    const { status, body } = await berth.call<{ entries: Line[] }>("GET", path);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.entries;
  };
  const said = ({ action, outcome, request_id }: Line): unknown[] => [action, outcome, request_id];

  it("goes from the call through both logs and the resource into the commit's trailer", async () => {
    const requestId = `story-${randomBytes(6).toString("hex")}`;
    const body = { name: "traced", cluster_id: clusterId, app_type: "api", docker_image: "nginx:1.29" };
    const headers = { "x-request-id": requestId };
    const created = await berth.call<{ id: string; status: string }>("POST", "/deployments?wait=300", body, headers);
    expect([created.status, created.body.status, created.headers.get("x-request-id")]).to.deep.equal([
      201,
      "running",
      requestId,
    ]);

    await eventually(() => {
      const [answered] = logged("api", "Answered a request", requestId);
      expect(answered).to.include({ operation: "createDeployment", status: 201, level: "info" });
    });
    const labelSelector = `${LABELS.id}=${created.body.id}`;
    const { items } = await platform.management.list(DEPLOYMENTS, { labelSelector });
    expect(items[0]?.metadata.annotations?.[ANNOTATIONS.requestId]).to.equal(requestId);
    const pushed = await eventually(() => {
      expect(logged("operator", "Deployment moved", requestId).at(-1)).to.include({ to: "running" });
      const [line] = logged("operator", "Pushed commit", requestId);
      expect(line).to.have.property("commit");
      return line;
    });
    repository.fetch();
    const commit = String(pushed?.["commit"]);
    const message = repository.git("show", "--no-patch", "--format=%B", commit);
    expect(message).to.contain(`Berth-Request-Id: ${requestId}\n`).and.to.contain(items[0]?.metadata.name);
    const { body: history } = await berth.call<{ revisions: Line[] }>(
      "GET",
      `/deployments/${created.body.id}/revisions`,
    );
    expect(history.revisions.map(({ commit, request_id }) => [commit, request_id])).to.deep.equal([
      [commit, requestId],
    ]);
    expect((await audited(created.body.id)).map(said)).to.deep.equal([["createDeployment", "succeeded", requestId]]);
    // What no request asked for is found nowhere.
    expect(logged("operator", "Pushed commit", `${requestId}-other`)).to.deep.equal([]);
  });

  it("goes with deletions, too, until the files are out of Git", async () => {
    const { body } = await berth.call<{ deployments: { id: string }[] }>("GET", "/deployments");
    const deploymentId = body.deployments[0]!.id;
    for (const [operation, path, id] of [
      ["deleteDeployment", `/deployments/${deploymentId}?wait=300`, deploymentId],
      ["deleteCluster", `/clusters/${clusterId}?wait=300`, clusterId],
    ] as const) {
      const requestId = `end-${randomBytes(6).toString("hex")}`;
      const headers = { "x-request-id": requestId };
      expect((await berth.call("DELETE", path, undefined, headers)).status).to.be.oneOf([200, 202, 204]);
      const commit = await eventually(() => {
        const [pushed] = logged("operator", "Pushed commit", requestId);
        if (pushed === undefined) throw new Error("No commit tells of it");
        return String(pushed["commit"]);
      });
      repository.fetch();
      const changed = repository.git("show", "--name-status", "--format=", commit);
      expect(changed, operation).to.match(/^D\tclusters\/\S+\/resource\.yaml$/m);
      expect((await audited(id)).map(said)).to.deep.include([operation, "succeeded", requestId]);
    }
  });
});
