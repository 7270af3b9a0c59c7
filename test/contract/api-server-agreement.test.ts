import { expect } from "chai";
import { API_GROUP, API_VERSION } from "../../contract/identity.ts";
import { RESOURCES } from "../../contract/resources/all.ts";
import type { ResourceDefinition } from "../../contract/resources/definition.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { limitCases, randomCases, zodTakes, type SpecCase } from "../support/contract-cases.ts";
import { installDefinition, openDryRun, readDocuments, type DryRun } from "../support/dry-run.ts";
import { testSeed } from "../support/seeded-random.ts";

const NAMESPACE = "contract-agreement";
const AT_ONCE = 24;
const CRDS = RESOURCES.map((resource) => `crds/${API_GROUP}_${resource.plural}.yaml`);

describe("zod and the real kube-apiserver", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  before(async () => {
    dryRun = await openDryRun(CRDS, [NAMESPACE]);
  });
  after(() => dryRun.close());

  async function differences(
    resource: ResourceDefinition,
    cases: readonly SpecCase[],
    group = API_GROUP,
  ): Promise<{ found: string[]; accepted: number }> {
    const found: string[] = [];
    let accepted = 0;
    const queue = [...cases];
    const work = async (): Promise<void> => {
      for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
        const object = {
          apiVersion: `${group}/${API_VERSION}`,
          kind: resource.kind,
          metadata: { name: "a" },
          spec: one.spec,
        };
        const refusal = await dryRun.refusal(object, NAMESPACE);
        const taken = zodTakes(resource, one.spec);
        if (taken) accepted += 1;
        if (taken !== (refusal === undefined))
          found.push(
            `${one.tries}: ${taken ? `only zod takes it; ${refusal?.slice(-300) ?? ""}` : "only the API server takes it"}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { found, accepted };
  }

  for (const resource of RESOURCES) {
    it(`accept and refuse the same ${resource.plural} at every limit`, async () => {
      const cases = limitCases(resource, 1);
      const { found, accepted } = await differences(resource, cases);
      expect(found).to.deep.equal([]);
      expect(accepted, "accepted").to.be.greaterThan(10).and.lessThan(cases.length);
    });

    it(`accept and refuse the same random ${resource.plural}`, async () => {
      const cases = randomCases(resource, 300, testSeed());
      const { found, accepted } = await differences(resource, cases);
      expect(found).to.deep.equal([]);
      expect(accepted, "accepted").to.be.greaterThan(30).and.lessThan(cases.length);
    });
  }

  it("are told apart when a CRD has one limit of its own", async () => {
    const group = "known-bad.berth.dev";
    const resource = RESOURCES.find((one) => one.kind === "UpgradeRequest") as ResourceDefinition;
    const [crd] = readDocuments(`crds/${API_GROUP}_${resource.plural}.yaml`);
    const text = JSON.stringify(crd)
      .replaceAll(`"group":"${API_GROUP}"`, `"group":"${group}"`)
      .replaceAll(`${resource.plural}.${API_GROUP}`, `${resource.plural}.${group}`);
    expect(text).to.contain('"maxLength":4096');
    await installDefinition(
      dryRun.client,
      JSON.parse(text.replace('"maxLength":4096', '"maxLength":4095')) as KubeObject,
    );
    const { found } = await differences(resource, limitCases(resource, 1), group);
    expect(found.join("\n")).to.match(/^upgradeNotes = .*only zod takes it/m);
  });
});
