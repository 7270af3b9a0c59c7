import { expect } from "chai";
import type { ClusterContext, CustomResource } from "../../../render/projection/custom-resource.ts";
import { NotRenderedYet, rememberValues } from "../../../operator/mirror/remembered-values.ts";

const CLUSTER: ClusterContext = {
  id: "1",
  userId: "2",
  handle: "prod-a",
  provider: "local",
  region: "here",
  tier: "shared",
};

function version(metadata: object, status: object = {}): CustomResource {
  return { metadata: { name: "shop", uid: "u1", generation: 1, labels: { a: "1" }, ...metadata }, spec: {}, status };
}

describe("rememberValues", () => {
  let rendered: number;
  const counting = (): string => `render ${(rendered += 1)}`;

  beforeEach(() => (rendered = 0));

  it("renders once for versions that differ in what the values do not show", () => {
    const render = rememberValues(counting);
    const texts = [version({}), version({ resourceVersion: "2" }, { phase: "running" })].map((one) =>
      render(one, CLUSTER),
    );
    expect(texts).to.eql(["render 1", "render 1"]);
  });

  const changes: [string, CustomResource, ClusterContext][] = [
    ["spec", version({ generation: 2 }), CLUSTER],
    ["labels", version({ labels: { a: "2" } }), CLUSTER],
    ["handle", version({}, { handle: "shop-b" }), CLUSTER],
    ["chart", version({}, { delivery: { version: "2.0.0" } }), CLUSTER],
    ["cluster", version({}), { ...CLUSTER, handle: "prod-b" }],
    ["region", version({}), { ...CLUSTER, region: "there" }],
    ["object", version({ uid: "u2" }), CLUSTER],
  ];
  for (const [what, object, cluster] of changes)
    it(`renders anew for another ${what}`, () => {
      const render = rememberValues(counting);
      render(version({}), CLUSTER);
      expect(render(object, cluster)).to.equal("render 2");
    });

  it("has much text rendered elsewhere, once, and nothing where that took too long before", async () => {
    const asked: string[] = [];
    const render = rememberValues(counting, {
      elsewhere: ({ metadata }) => {
        asked.push(metadata.uid ?? "");
        return Promise.resolve("from elsewhere");
      },
    });
    const much = { ...version({}), spec: { customValuesYaml: "#".repeat(20_000) } };
    expect(() => render(much, CLUSTER)).to.throw(NotRenderedYet);
    expect(() => render(much, CLUSTER)).to.throw(NotRenderedYet);
    await new Promise(setImmediate);
    expect([render(much, CLUSTER), asked]).to.deep.equal(["from elsewhere", ["u1"]]);
    const conditions = [{ type: "Rendered", reason: "RenderTooCostly", observedGeneration: 1 }];
    const ended = { ...much, metadata: { ...much.metadata, uid: "u2" }, status: { conditions } };
    expect([render(ended, CLUSTER), asked, rendered]).to.deep.equal([null, ["u1"], 0]);
  });

  it("forgets the oldest beyond its limit", () => {
    const render = rememberValues(counting, { charactersMax: 300 });
    for (const uid of ["u1", "u2", "u3", "u4", "u5"]) render(version({ uid }), CLUSTER);
    expect(render(version({ uid: "u5" }), CLUSTER)).to.equal("render 5");
    expect(render(version({ uid: "u1" }), CLUSTER)).to.equal("render 6");
  });
});
