import { expect } from "chai";
import { METADATA_ADDRESSES } from "../../../contract/node-addresses.ts";
import { kubernetesImageTag, renderVirtualClusterValues } from "../../../render/cluster/virtual-cluster.ts";
import { reaches, type IpBlock } from "../../support/egress-rules.ts";

describe("The image of a virtual cluster's Kubernetes", () => {
  const cases: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, "v1.36.0"],
    ["1.35", "v1.35.0"],
    ["1.35.4", "v1.35.4"],
    ["v1.34.7", "v1.34.7"],
    ["1.33.9", undefined],
    ["1.37.0", undefined],
  ];
  for (const [version, tag] of cases)
    it(`of ${version ?? "no version"} is ${tag ?? "not there"}`, () =>
      expect(kubernetesImageTag(version)).to.equal(tag));
});

describe("The pods of a virtual cluster", () => {
  const values = renderVirtualClusterValues({
    handle: "a",
    id: "a",
    namespace: "org-a",
    host: "h",
    imageTag: "v1.36.0",
    domain: undefined,
  });
  const { workload } = (values["policies"] as { networkPolicy: { workload: { publicEgress: IpBlock } } }).networkPolicy;
  const rules = [{ to: [{ ipBlock: workload.publicEgress }] }];

  it("reach no metadata and no network of their host", () => {
    const inside = ["10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "127.0.0.1", "169.254.0.1"];
    const all = [...inside, ...METADATA_ADDRESSES.map((range) => range.split("/")[0] ?? "")];
    expect(all.filter((address) => reaches(rules, address))).to.deep.equal([]);
  });

  it("reach the rest of the world", () => expect(reaches(rules, "1.1.1.1")).to.equal(true));

  it("have no endpoints of their own choosing on the host", () => {
    const { toHost } = values["sync"] as { toHost: Record<string, { enabled: boolean }> };
    expect([toHost["endpoints"], toHost["endpointSlices"]]).to.deep.equal([{ enabled: false }, { enabled: false }]);
  });
});
