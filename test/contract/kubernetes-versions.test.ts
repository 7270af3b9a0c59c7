import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  decideVersion,
  findOffered,
  newestVersion,
  offeredVersions,
  parseVersion,
  upgradeTargets,
} from "../../contract/kubernetes-versions.ts";

describe("The catalogue of Kubernetes versions", () => {
  it("lists full patch versions in order, and has the newest for new clusters", () => {
    for (const provider of ["local", "hetzner"]) {
      const offered = offeredVersions(provider);
      const order = offered.map((version) => {
        const { minor, patch } = parseVersion(version) ?? { minor: NaN, patch: NaN };
        return minor * 1_000 + patch;
      });
      expect(order, provider).to.deep.equal(order.toSorted((one, other) => one - other));
      expect(order.some(Number.isNaN)).to.equal(false);
      expect(newestVersion(provider)).to.equal(offered.at(-1));
    }
  });

  it("offers at the simulated cloud what the toolchains build", () => {
    const built = ["toolchain-1.35", "toolchain"].map((folder) => {
      const module = readFileSync(new URL(`../../local/${folder}/go.mod`, import.meta.url), "utf8");
      return /\sk8s\.io\/kubernetes v(\S+)/.exec(module)?.[1];
    });
    expect(offeredVersions("local")).to.deep.equal(built);
  });

  const wishes = [
    ["1.35.4", "1.35.4"],
    ["v1.35.4", "1.35.4"],
    ["1.35", "1.35.4"],
    ["v1.36", "1.36.3"],
    ["1.3", undefined],
    ["1.36.30", undefined],
    ["1.99", undefined],
    ["1.36v", undefined],
  ] as const;
  for (const [wish, found] of wishes) {
    it(`finds ${found ?? "nothing"} for ${wish}`, () => {
      expect(findOffered("local", wish)).to.equal(found);
    });
  }

  const read = [
    ["1.36.123", { minor: 36, patch: 123 }],
    ["v1.36.12-gke.100", { minor: 36, patch: 12 }],
    ["1.36", undefined],
    ["2.36.1", undefined],
  ] as const;
  for (const [text, version] of read) {
    it(`reads ${text} as ${version === undefined ? "no version" : "one"}`, () => {
      expect(parseVersion(text)).to.deep.equal(version);
    });
  }

  const targets = [
    ["v1.35.4", ["1.36.3"]],
    ["1.35.9", ["1.36.3"]],
    ["v1.35.1", ["1.35.4", "1.36.3"]],
    ["1.36.3", []],
    ["v1.36.3-gke.100", []],
    ["v1.33.0", []],
    ["1.37.0", []],
    ["unknown", []],
  ] as const;
  for (const [from, to] of targets) {
    it(`upgrades ${from} to ${to.join(" or ") || "nothing"}`, () => {
      expect(upgradeTargets("local", from)).to.deep.equal(to);
    });
  }

  const decisions = [
    [undefined, undefined, "1.36.3", "a new cluster gets the newest"],
    [undefined, "v1.35.4", "1.35.4", "without a wish what runs stays"],
    ["1.35", undefined, "1.35.4", "a minor is its newest patch"],
    ["1.35", "v1.35.2", "1.35.2", "a minor is met by the patch that runs"],
    ["1.36.3", "v1.35.4", "1.36.3", "the next minor is followed"],
    ["1.35.4", "v1.36.3", "1.36.3", "an older one is not"],
    ["1.37.0", "v1.35.4", "1.35.4", "nor a minor after the next"],
    ["1.99", "v1.35.4", "1.35.4", "nor a minor that nobody offers"],
    ["v1.36.3", "v1.36.3+local", "1.36.3", "spellings make no difference"],
  ] as const;
  for (const [wish, running, decided, why] of decisions) {
    it(`decides that ${why}`, () => {
      expect(decideVersion("local", wish, running)).to.equal(decided);
    });
  }
});
