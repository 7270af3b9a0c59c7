import { expect } from "chai";
import { kubernetesImageTag } from "../../render/virtual-cluster.ts";

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
