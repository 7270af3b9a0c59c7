import { expect } from "chai";
import { parse } from "yaml";
import { renderDeployment } from "../../../render/deployment/render-deployment.ts";
import { deriveRenderInput } from "../../../render/projection/values-renderer.ts";
import { deploymentInput } from "../../support/deployment-input.ts";

describe("what files are rendered from", () => {
  const { cluster: given, platform, spec, handle } = deploymentInput({});
  const cluster = { ...given, id: "", userId: "" };
  const sleep = { stopSchedule: "0 20 * * *", startSchedule: "0 8 * * *" };
  const at = "2026-11-24T08:00:00Z";
  const render = (members: object, status?: object): { declared: unknown; stopped: unknown } => {
    const metadata = { name: "shop", namespace: "org-1", uid: "u-1" };
    const object = { metadata, spec: { ...spec, ...members }, status: { handle, ...status } };
    const { files, valuesYaml } = renderDeployment(deriveRenderInput(object as never, cluster, platform));
    const resource = parse(files.find(({ path }) => path.endsWith("resource.yaml"))?.content ?? "") as {
      spec: unknown;
    };
    return { declared: resource.spec, stopped: (parse(valuesYaml) as { stopped?: unknown }).stopped };
  };

  // With a member more or less, Git would differ from what the operator has committed, and from what is restored from it.
  it("shows the spec as it was said, with no member more", () => {
    for (const members of [{}, { stopped: true }, { stopped: false }, { sleep }, { sleep, stopped: true }])
      for (const seen of [undefined, { wakesAt: at }, { sleepsAt: at }])
        expect(render(members, { sleep: seen }).declared).to.deep.equal({ ...spec, ...members });
  });

  it("runs one that sleeps by what was seen of its schedule", () => {
    expect(render({ sleep }, { sleep: { wakesAt: at } }).stopped).to.equal(true);
    expect(render({ sleep, stopped: true }, { sleep: { sleepsAt: at } }).stopped).to.equal(undefined);
    expect(render({ stopped: true }).stopped).to.equal(true);
  });
});
