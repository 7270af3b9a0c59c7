import { expect } from "chai";
import { createChartHostJudge } from "../../adapters/outgoing/chart-host-judge.ts";
import { newAccount, newCluster, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown> & { id: string };

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "charts.example.org": ["1.1.1.1"],
  "sly.example.org": ["10.96.0.1"],
};

describe("the host that a chart is to come from", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let clusterId: string;

  before(async () => {
    gateway = await startTestGateway({
      env: { BERTH_CHART_ALLOWED_HOSTS: "charts.internal.example" },
      replace: ({ config }) => ({
        judgeChartHost: createChartHostJudge(config.chartHosts, (name) => Promise.resolve(NAMES[name] ?? [])),
      }),
    });
    owner = await newAccount(gateway.url);
    clusterId = await newCluster(owner.call);
  });
  after(() => gateway.stop());

  const chart = { app_type: "helm", helm_chart_name: "c" };
  const create = (name: string, url: string, query = ""): Promise<Answer<Body>> =>
    owner.call<Body>("POST", `/deployments${query}`, {
      name,
      cluster_id: clusterId,
      ...chart,
      helm_repo_url: url,
    });
  const refusal = ({ status, body }: Answer): unknown => [
    status,
    (body["detail"] as { loc: string[] }[] | undefined)?.[0]?.loc,
  ];
  const REFUSED = [422, ["body", "helm_repo_url"]];

  it("is refused when it is, or means, what only the platform can reach", async () => {
    const inside = ["127.0.0.1:9", "169.254.169.254/latest", "argocd-redis.argocd.svc:6379", "sly.example.org"];
    for (const host of inside)
      for (const query of ["", "?dry_run=true"])
        expect(refusal(await create("probe", `https://${host}`, query)), host + query).to.deep.equal(REFUSED);
    expect(JSON.stringify((await create("probe", "https://sly.example.org")).body)).not.to.contain("10.96");
  });

  it("is refused to changes, too", async () => {
    const { id } = (await create("fine", "https://charts.example.org")).body;
    const changed = await owner.call("PATCH", `/deployments/${id}`, { helm_repo_url: "https://127.0.0.1:6379" });
    expect(refusal(changed)).to.deep.equal(REFUSED);
  });

  it("is taken when it is public, allowed, or not in DNS yet", async () => {
    for (const [name, host] of [
      ["one", "charts.example.org"],
      ["two", "charts.internal.example"],
      ["three", "soon.example.org"],
    ] as const)
      expect((await create(name, `https://${host}`)).status, host).to.equal(201);
  });
});
