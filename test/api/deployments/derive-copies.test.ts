import { expect } from "chai";
import { derivePreview } from "../../../api/deployments/derive-preview.ts";
import { derivePromotion } from "../../../api/deployments/derive-promotion.ts";
import { deploymentSpec, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";

const OF_THE_SOURCE = [
  "cluster",
  "promotion",
  "preview",
  "adoption",
  "stopped",
  "switchedAt",
  "restartedAt",
  "syncRequestedAt",
  "certificateRequestedAt",
  "imageHold",
  "customDomain",
  "clusterWideRights",
];
const TOO_MUCH_FOR_A_PREVIEW = [
  "sleep",
  "backups",
  "releaseCommand",
  "releaseTimeoutSeconds",
  "imageUpdateStrategy",
  "imageUpdateConstraint",
  "imageAllowTags",
  "imageIgnoreTags",
  "failoverHealthRoute",
];

/** Every member, and one that only a newer API server knows; what is copied does not depend on the values. */
const MEMBERS = Object.keys(deploymentSpec.shape);
const VALUES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(MEMBERS.map((member) => [member, member])),
  config: { autoscaling: true, ingress: "kept" },
  environmentVariables: [{ name: "LOG", value: "info" }],
  additionalPorts: [{ port: 5432, publicPort: 5432 }, { port: 9090 }],
  ofTomorrow: true,
};
const SOURCE = VALUES as DeploymentSpec;
const without = (...left: readonly string[][]): string[] => MEMBERS.filter((member) => !left.flat().includes(member));

describe("what copies of a deployment have of it", () => {
  it("is in a promotion everything but what belongs to where and how the source runs", () => {
    const promoted = derivePromotion(SOURCE, {});
    expect(promoted).to.have.all.keys(...without(OF_THE_SOURCE));
    expect(promoted.sleep).to.equal("sleep");
    expect(promoted.additionalPorts).to.deep.equal([{ port: 5432, publicPort: 5432 }, { port: 9090 }]);
  });

  it("is in a preview besides nothing that costs, changes data that is not its own, or happens by itself", () => {
    const wish = { dockerImage: "shop:pr-7", variables: [{ name: "PULL", value: "7" }] };
    const preview = derivePreview(SOURCE, wish);
    expect(preview).to.have.all.keys(...without(OF_THE_SOURCE, TOO_MUCH_FOR_A_PREVIEW));
    expect(preview).to.deep.include({
      dockerImage: "shop:pr-7",
      replicas: 1,
      // The number is its source's on the cluster of both.
      additionalPorts: [{ port: 5432 }, { port: 9090 }],
      config: { ingress: "kept" },
      environmentVariables: [
        { name: "LOG", value: "info" },
        { name: "PULL", value: "7" },
      ],
    });
  });
});
