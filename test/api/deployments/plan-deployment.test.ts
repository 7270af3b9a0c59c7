import { expect } from "chai";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { renderDeployment } from "../../../render/deployment/render-deployment.ts";
import { deploymentInput } from "../../support/deployment-input.ts";
import type { Plan } from "../../../api/resources/dry-run-plan.ts";
import { planDeletion, planDeployment } from "../../../api/deployments/plan-deployment.ts";
import {
  backupWarnings,
  ingressWarnings,
  promotedImageWarnings,
  type Body,
} from "../../../api/deployments/plan-warnings.ts";

type Members = Partial<DeploymentSpec>;
const CHART = "1.0.0";

function bodyOf(members: Members, shown: Body): Body {
  const { valuesYaml } = renderDeployment(deploymentInput(members));
  const { volumes, replicas, config, stopped, dockerImage: docker_image, storageSizeGb: storage_size_gb } = members;
  const { imageUpdateStrategy: image_update_strategy = null } = members;
  const { appType: app_type = "web_app", adoption } = members;
  return {
    values_yaml: valuesYaml,
    status: "running",
    source_namespace: adoption?.namespace ?? null,
    volumes,
    replicas,
    config,
    stopped,
    docker_image,
    storage_size_gb,
    app_type,
    image_update_strategy,
    ...shown,
  };
}

type Around = Readonly<{ delivered?: string; was?: Body; is?: Body }>;

function plan(
  before: Members | undefined,
  after: Members,
  { delivered = CHART, was = {}, is = {} }: Around = {},
): Plan {
  const { spec } = deploymentInput(after);
  const metadata = { name: "web", generation: 2 };
  return planDeployment({
    path: "values.yaml",
    before: before && bodyOf(before, was),
    after: bodyOf(after, is),
    object: { metadata, spec, status: { delivery: { version: delivered } } },
    generation: before && "1",
    chartVersion: CHART,
    warnings: [],
  });
}

const actions = ({ objects }: Plan): string[] =>
  objects.map(({ action, kind, restart }) => `${action} ${kind}${restart ? " restart" : ""}`);

const STAGED = { namespace: "live", kind: "Deployment", workloadName: "shop" };
const SCALED = { replicas: 3, config: { autoscaling: { min_replicas: 2, max_replicas: 4 } } };
const AUTOMATED = { imageUpdateStrategy: "semver" } as const;

type Row = Readonly<{ name: string; plan: () => Plan; objects: string[]; complete?: boolean; warns?: RegExp }>;
const ROWS: readonly Row[] = [
  { name: "nothing", plan: () => plan({}, {}), objects: [] },
  { name: "a number of pods", plan: () => plan({ replicas: 2 }, { replicas: 3 }), objects: ["update Deployment"] },
  {
    name: "an image",
    plan: () => plan({}, { dockerImage: "nginx:2" }),
    objects: ["update Deployment restart"],
    warns: /^Its pods restart, one after the other\.$/,
  },
  {
    name: "an image, while stopped",
    plan: () => plan({ stopped: true }, { stopped: true, dockerImage: "nginx:2" }),
    objects: ["update Deployment"],
  },
  {
    name: "a volume that is dropped",
    plan: () => plan({ storageSizeGb: 5 }, {}),
    objects: ["update Deployment restart"],
    warns: /The volume at \/data is kept/,
  },
  {
    name: "a volume that grows",
    plan: () => plan({ storageSizeGb: 5 }, { storageSizeGb: 9 }),
    objects: ["update PersistentVolumeClaim"],
  },
  {
    name: "another image with a volume",
    plan: () => plan({ storageSizeGb: 5 }, { storageSizeGb: 5, dockerImage: "nginx:2" }),
    objects: ["update Deployment restart"],
    warns: /the old one goes before the new one comes/,
  },
  {
    name: "autoscaling",
    plan: () => plan({ replicas: 3 }, SCALED),
    objects: ["create HorizontalPodAutoscaler"],
    warns: /^replicas is not used: config\.autoscaling keeps between 2 and 4 pods\.$/,
  },
  {
    name: "a release that comes along",
    plan: () => plan({ replicas: 2 }, { replicas: 3 }, { delivered: "0.9.0" }),
    objects: ["update Deployment"],
    complete: false,
    warns: /^The platform's chart moves from 0\.9\.0 to 1\.0\.0 with this change/,
  },
  {
    name: "images that are no longer looked for",
    plan: () => plan(AUTOMATED, {}, { was: { docker_image_running: "nginx:9" } }),
    objects: [],
    complete: false,
    warns: /nginx:9 runs now/,
  },
  {
    name: "images that are looked for",
    plan: () => plan({}, AUTOMATED),
    objects: [],
    complete: false,
    warns: /^Newer images are looked for/,
  },
  {
    name: "a change of a chart of one's own",
    plan: () => plan({ appType: "helm" }, { appType: "helm", customValuesYaml: "a: 1" }),
    objects: [],
    complete: false,
    warns: /^Which objects the Helm chart makes is known when Argo CD renders it/,
  },
  {
    name: "a workload that waits for its first sync",
    plan: () => plan({ adoption: STAGED }, { adoption: STAGED, replicas: 9 }),
    objects: [],
    warns: /until then nothing on the cluster changes/,
  },
  {
    name: "a change after one that is under way",
    plan: () => plan({}, { replicas: 2 }, { was: { status: "provisioning" } }),
    objects: ["update Deployment", "create PodDisruptionBudget"],
    warns: /^An earlier change is still being delivered/,
  },
  {
    name: "values that cannot be rendered",
    plan: () => plan({}, {}, { was: { values_yaml: null } }),
    objects: [],
    complete: false,
    warns: /cannot be rendered/,
  },
  {
    name: "a new one",
    plan: () => plan(undefined, { storageSizeGb: 1, environmentVariables: [{ name: "A", secretRef: "s" }] }),
    objects: "Deployment Ingress Namespace NetworkPolicy PersistentVolumeClaim Secret Service"
      .split(" ")
      .map((kind) => `create ${kind}`),
    warns: /^The last ten characters of its names/,
  },
];

function deletion(members: Members, deleteVolumes: boolean, orphan = false): Plan {
  return planDeletion({ path: null, before: bodyOf(members, {}), options: { deleteVolumes, orphan } });
}

const WITHOUT_CLAIMS = ["Deployment", "Ingress", "NetworkPolicy", "Service"];
const DELETIONS: readonly Row[] = [
  {
    name: "one that keeps its volumes",
    plan: () => deletion({ storageSizeGb: 1 }, false),
    objects: WITHOUT_CLAIMS.map((kind) => `delete ${kind}`),
    warns: /is kept/,
  },
  {
    name: "one with its volumes",
    plan: () => deletion({ storageSizeGb: 1 }, true),
    objects: ["Deployment", "Ingress", "Namespace", "NetworkPolicy", "PersistentVolumeClaim", "Service"].map(
      (kind) => `delete ${kind}`,
    ),
    warns: /data in its volumes is lost/,
  },
  {
    name: "one without volumes",
    plan: () => deletion({}, false),
    objects: ["Deployment", "Ingress", "Namespace", "NetworkPolicy", "Service"].map((kind) => `delete ${kind}`),
  },
  {
    name: "one that is left running",
    plan: () => deletion({}, false, true),
    objects: [],
    warns: /stay on the cluster/,
  },
  { name: "a chart", plan: () => deletion({ appType: "helm" }, false), objects: [], complete: false, warns: /Argo CD/ },
];

describe("The plan of a deployment's change", () => {
  for (const { name, plan: make, objects, complete = true, warns } of ROWS) {
    it(`tells what becomes of ${name}`, () => {
      const made = make();
      expect(actions(made)).to.deep.equal(objects);
      expect(made.objects_complete).to.equal(complete);
      if (warns === undefined) expect(made.warnings).to.deep.equal([]);
      else
        expect(
          made.warnings.some((warning) => warns.test(warning)),
          made.warnings.join(),
        ).to.equal(true);
    });
  }

  for (const { name, plan: make, objects, complete = true, warns } of DELETIONS) {
    it(`tells what goes with ${name}`, () => {
      const made = make();
      expect([actions(made), made.objects_complete]).to.deep.equal([objects, complete]);
      if (warns !== undefined) expect(made.warnings.join()).to.match(warns);
    });
  }
});

describe("The warning of backups that nobody keeps", () => {
  it("is of those that are asked for, where the platform keeps none", () => {
    expect(backupWarnings({ backups: { enabled: true } }, false)).to.deep.equal([
      "The platform keeps no backups of deployments: none are made.",
    ]);
    expect(backupWarnings({ backups: { enabled: true } }, true)).to.deep.equal([]);
    for (const backups of [{ enabled: false }, null, undefined])
      expect(backupWarnings({ backups }, false)).to.deep.equal([]);
  });
});

describe("The warning of a way in that nobody takes", () => {
  const cluster = { body: { tier: "shared", provider: "hetzner", routing: "gateway" } };

  it("is of what brings an Ingress of its own to a shared cluster whose host takes none", () => {
    expect(ingressWarnings(cluster, true).join()).to.contain("An Ingress that it brings leads nobody to it");
    expect(ingressWarnings(cluster, false)).to.deep.equal([]);
    for (const other of [{ routing: "both" }, { routing: "ingress" }, { tier: "dedicated" }, { provider: "local" }])
      expect(ingressWarnings({ body: { ...cluster.body, ...other } }, true)).to.deep.equal([]);
    expect(ingressWarnings(undefined, true)).to.deep.equal([]);
  });
});

describe("The warning of a promotion that brings another image than the source runs", () => {
  const source = { app_type: "web_app", docker_image: "shop:1.0", docker_image_running: "shop:1.2" };
  const automated = { ...source, image_update_strategy: "semver" };
  const wanted = { dockerImage: "shop:1.0", imageUpdateStrategy: "semver" } as const;

  it("names what image automation has found, unless the overrides say which image", () => {
    expect(promotedImageWarnings(automated, wanted)).to.deep.equal([
      "It begins with shop:1.0, not with shop:1.2, which image automation has found and the source runs: overrides.docker_image brings that.",
    ]);
    expect(promotedImageWarnings(automated, { ...wanted, dockerImage: "shop:1.2" })).to.deep.equal([]);
    for (const running of [null, "shop:1.0"])
      expect(promotedImageWarnings({ ...automated, docker_image_running: running }, wanted)).to.deep.equal([]);
    // A change that is rolling out is no find.
    expect(promotedImageWarnings(source, { dockerImage: "shop:1.0" })).to.deep.equal([]);
  });

  it("says that a rollback's hold stays with the source", () => {
    const held = { ...automated, image_updates_held: true, docker_image_running: "shop:1.0" };
    expect(promotedImageWarnings(held, wanted)).to.deep.equal([
      "A rollback holds newer images of the source, and none there: overrides.image_update_strategy none keeps them away.",
    ]);
    expect(promotedImageWarnings(held, { ...wanted, imageUpdateStrategy: "none" })).to.deep.equal([]);
    expect(promotedImageWarnings(held, { dockerImage: "shop:1.0" })).to.deep.equal([]);
  });
});
