import { join } from "node:path";
import { deriveDeploymentValues } from "../../../render/deployment/deployment-values.ts";
import { answersHttp } from "../../../render/deployment/published-route.ts";
import { deriveProbes, deriveReadinessPath, detectPort } from "../../../render/deployment/detect-probes.ts";
import { renderParts } from "../../../render/deployment/render-parts.ts";
import { JOB_FEATURES, SERVER_TYPES } from "../../support/deployment-input.ts";
import { assertGolden } from "../../support/golden.ts";
import { tellCorpus } from "../../support/render-corpus.ts";
import { autoscaling, detections, images, ownValues, pathsAndPorts, surroundings } from "./deployment-cases.ts";
import { HELM, features, of, raw, variantsOf, type Input } from "./deployment-variants.ts";
import { NAMED_WORKLOAD } from "../../support/full-specs.ts";
import { LIVE_OBJECT, charts, manifest, manifests, others, workloads } from "./workload-cases.ts";

const GOLDEN = join(import.meta.dirname, "__golden__");

/** What a deployment is rendered to; how a values file is written is told by its own tests. */
function render(input: Input): object {
  const { rendered, imageUpdater } = renderParts(input);
  const { application, endpointUrl, gitPath, tenantNamespace, files } = rendered;
  return {
    values: deriveDeploymentValues(input),
    application,
    answers: { endpointUrl, gitPath, tenantNamespace, http: answersHttp(input.spec) },
    imageUpdater,
    files: files.map(({ path }) => path),
  };
}

/** What is found about an application without asking. */
function detect({ spec }: Input): object {
  const port = detectPort(spec);
  return { port, probes: deriveProbes(spec, port), path: deriveReadinessPath(spec, port ?? 0) };
}

type Group = Readonly<{
  base: Input;
  cases: () => Readonly<Record<string, Input>>;
  render?: (input: Input) => object;
}>;

const GROUPS: Readonly<Record<string, Group>> = {
  "every-member": { base: of({}), cases: () => variantsOf(of({})) },
  ...Object.fromEntries(
    SERVER_TYPES.map((appType): [string, Group] => [
      `features-of-${appType}`,
      { base: of({ appType }), cases: () => features({ appType }) },
    ]),
  ),
  jobs: {
    base: of({ appType: "job" }),
    cases: () => Object.fromEntries(Object.entries(JOB_FEATURES).map(([name, members]) => [name, of(members)])),
  },
  surroundings: { base: of({}), cases: surroundings },
  autoscaling: { base: of({}), cases: autoscaling },
  "own-values": { base: of({}), cases: ownValues },
  charts: { base: of(HELM), cases: charts },
  workloads: { base: of({ adoption: NAMED_WORKLOAD }), cases: workloads },
  manifests: { base: manifest(LIVE_OBJECT), cases: manifests },
  "paths-and-ports": { base: of({}), cases: pathsAndPorts },
  images: { base: raw({ dockerImage: "nginx:1", imageUpdateStrategy: "semver" }), cases: images },
  detections: { base: of({}), cases: detections, render: detect },
  adopted: { base: of({ adoption: NAMED_WORKLOAD }), cases: () => variantsOf(of({ adoption: NAMED_WORKLOAD })) },
  manifest: { base: manifest(LIVE_OBJECT, ...others), cases: () => variantsOf(manifest(LIVE_OBJECT, ...others)) },
  chart: { base: of(HELM), cases: () => variantsOf(of(HELM)) },
};

describe("Deployments of every sort", function () {
  this.timeout(300_000);

  for (const [name, { base, cases, render: how = render }] of Object.entries(GROUPS))
    it(`render as it is written down: ${name}`, () =>
      assertGolden(join(GOLDEN, `${name}.txt`), tellCorpus({ base, cases: cases(), render: how })));
});
