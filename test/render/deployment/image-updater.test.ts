import { expect } from "chai";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { deploymentInput } from "../../support/deployment-input.ts";
import { deriveImageHold } from "../../../render/image-hold.ts";
import { assertImageUpdates, deriveImageChoice, renderImageUpdater } from "../../../render/deployment/image-updater.ts";

const automated = { dockerImage: "ghcr.io/acme/web:1.27", imageUpdateStrategy: "semver" } as const;
const render = (members: Partial<DeploymentSpec>): ReturnType<typeof renderImageUpdater> =>
  renderImageUpdater(deploymentInput(members));
const imageOf = (members: Partial<DeploymentSpec>): Record<string, unknown> | undefined =>
  (render(members)?.spec["applicationRefs"] as { images: Record<string, unknown>[] }[] | undefined)?.[0]?.images[0];

describe("renderImageUpdater", () => {
  it("watches one Application's image and writes a file of its own", () => {
    const manifest = render({
      ...automated,
      imageUpdateConstraint: "1.x",
      imageAllowTags: "any",
      imageIgnoreTags: "*-rc*, latest",
    });
    expect(manifest?.metadata).to.deep.include({ name: "web-abcdefghij", namespace: "argocd" });
    expect(manifest?.spec).to.deep.equal({
      writeBackConfig: {
        method: "git",
        gitConfig: {
          repository: "https://git.example.com/delivery.git",
          branch: "main",
          writeBackTarget: "helmvalues:/clusters/prod-klmnopqrst/deployments/web-abcdefghij/image.yaml",
        },
      },
      applicationRefs: [
        {
          namePattern: "web-abcdefghij",
          labelSelectors: { matchLabels: { "hosting.berth.dev/id": "0190a8f0-0000-7000-8000-000000000001" } },
          useAnnotations: false,
          images: [
            {
              alias: "app",
              imageName: "ghcr.io/acme/web:1.x",
              commonUpdateSettings: {
                updateStrategy: "semver",
                forceUpdate: false,
                allowTags: "any",
                ignoreTags: ["*-rc*", "latest"],
              },
              manifestTargets: { helm: { spec: "image.reference" } },
            },
          ],
        },
      ],
    });
  });

  const names: [string, Partial<DeploymentSpec>, string][] = [
    ["any version without a constraint", {}, "ghcr.io/acme/web"],
    ["the tag that runs for digest", { imageUpdateStrategy: "digest" }, "ghcr.io/acme/web:1.27"],
    [
      "the tag that is named for digest",
      { imageUpdateStrategy: "digest", imageUpdateConstraint: "edge" },
      "ghcr.io/acme/web:edge",
    ],
    [
      "latest for digest where no tag runs",
      { imageUpdateStrategy: "digest", dockerImage: "reg.test:5000/web" },
      "reg.test:5000/web:latest",
    ],
    [
      "no constraint for newest-build",
      { imageUpdateStrategy: "newest-build", imageUpdateConstraint: "1.x" },
      "ghcr.io/acme/web",
    ],
    ["the repository of a pinned image", { dockerImage: "reg.test:5000/web@sha256:0123" }, "reg.test:5000/web"],
  ];
  for (const [name, members, wanted] of names)
    it(`follows ${name}`, () => expect(imageOf({ ...automated, ...members })?.["imageName"]).to.equal(wanted));

  it("is not there without a strategy, for charts, and while a rollback holds images", () => {
    expect(render({ ...automated, imageUpdateStrategy: "none" })).to.equal(undefined);
    expect(render({ ...automated, appType: "helm", helmRepoUrl: "https://c.test", helmChartName: "c" })).to.equal(
      undefined,
    );
    expect(render({ ...automated, imageHold: deriveImageHold(automated) })).to.equal(undefined);
  });

  it("marks another choice of the image, also a rollback's, and nothing else", () => {
    const mark = deriveImageChoice(deploymentInput(automated).spec);
    const other = (members: Partial<DeploymentSpec>): string =>
      deriveImageChoice(deploymentInput({ ...automated, ...members }).spec);
    expect(other({ replicas: 3, command: ["x"] })).to.equal(mark);
    for (const members of [
      { dockerImage: "nginx:2" },
      { imageUpdateStrategy: "digest" },
      { imageAllowTags: "any" },
      { imageHold: "x" },
    ] as const)
      expect(other(members), JSON.stringify(members)).not.to.equal(mark);
  });

  it("refuses what the updater would take for nothing at all", () => {
    const refusal = (members: Partial<DeploymentSpec>) => () => assertImageUpdates(deploymentInput(members).spec);
    expect(refusal({ imageAllowTags: "^v1" })).to.throw(/^image_allow_tags must be "any"/);
    expect(refusal({ imageUpdateConstraint: "1.x\nfoo" })).to.throw(/^image_update_constraint must be/);
    expect(refusal({ imageAllowTags: "regexp:^v1", imageUpdateConstraint: ">=1.2, <2" })).not.to.throw();
  });
});
