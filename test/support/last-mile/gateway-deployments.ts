import { expect } from "chai";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-client.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { domainRecordName, domainRecordValue } from "../../../render/custom-domain.ts";
import { eventually } from "../eventually.ts";
import { askGateway, type Answered, type Question } from "./ask-gateway.ts";
import { IMAGES } from "./gateway-images.ts";
import { ORGANIZATIONS, OWN_ZONE, type GatewayScene } from "./gateway-scene.ts";

/** A condition as a status has it. */
type Told = Readonly<{ type: string; status: string; reason: string; message: string }>;
/** A deployment as it is stored. */
type Stored = KubeObject & Readonly<{ status?: DeploymentStatus }>;

const PATIENCE_MS = 5 * 60_000;
const BY_KUBECTL = { fieldManager: "kubectl" } as const;

/** Makes, changes and asks deployments behind the Gateway of a scene, as kubectl and strangers do. */
export class GatewayDeployments {
  readonly #scene: GatewayScene;
  readonly #records = new Set<string>();

  constructor(scene: GatewayScene) {
    this.#scene = scene;
  }

  async create(name: string, spec: Partial<DeploymentSpec> = {}, namespace: string = ORGANIZATIONS[0]): Promise<void> {
    const healthChecks = { readiness: { enabled: true, type: "http", path: "/ready", periodSeconds: 1 } };
    const app = { appType: "web_app", dockerImage: IMAGES.web, containerPort: 8080, replicas: 1 };
    const size = { cpuRequest: 0.01, memoryRequestMb: 16 };
    const body = {
      metadata: { name, namespace },
      spec: { cluster: "harbour", ...app, ...size, healthChecks, ...spec },
    };
    const { group, version, kind }: ResourceType = DEPLOYMENTS;
    const object = { apiVersion: `${group}/${version}`, kind, ...body };
    await this.#scene.operator.management.create(DEPLOYMENTS, object, BY_KUBECTL);
  }

  async change(name: string, spec: Partial<DeploymentSpec>): Promise<void> {
    const ref = { namespace: ORGANIZATIONS[0], name };
    await this.#scene.operator.management.patch(DEPLOYMENTS, ref, { kind: "merge", body: { spec } }, BY_KUBECTL);
  }

  async stored(name: string, namespace: string = ORGANIZATIONS[0]): Promise<Stored | undefined> {
    return this.#scene.operator.management.get<Stored>(DEPLOYMENTS, { namespace, name });
  }

  async statusOf(name: string, namespace: string = ORGANIZATIONS[0]): Promise<DeploymentStatus> {
    return (await this.stored(name, namespace))?.status ?? {};
  }

  /** Waits until the conditions have these statuses, or reasons. */
  async says(
    name: string,
    wanted: Readonly<Record<string, string>>,
    namespace: string = ORGANIZATIONS[0],
  ): Promise<Record<string, Told>> {
    return eventually(
      async () => {
        const { conditions = [] } = await this.statusOf(name, namespace);
        const told = Object.fromEntries((conditions as readonly Told[]).map((one) => [one.type, one]));
        const found = Object.keys(wanted).map((type) => [
          type,
          told[type]?.status === "True" ? "True" : told[type]?.reason,
        ]);
        expect(Object.fromEntries(found), JSON.stringify(conditions, null, 1)).to.deep.equal(wanted);
        return told;
      },
      PATIENCE_MS,
      500,
    );
  }

  rests(name: string, namespace: string = ORGANIZATIONS[0]): Promise<void> {
    return eventually(async () => {
      const object = await this.stored(name, namespace);
      const { phase, observedGeneration } = object?.status ?? {};
      const wanted = ["running", object?.metadata.generation];
      expect([phase, observedGeneration], JSON.stringify(object?.status)).to.deep.equal(wanted);
    }, PATIENCE_MS);
  }

  /** Asks an application of the platform's under its own name. */
  async ask(name: string, path = "/", more: Partial<Question> = {}): Promise<Answered> {
    return askGateway(await this.questionFor(name, path, more));
  }

  async questionFor(name: string, path: string, more: Partial<Question> = {}): Promise<Question> {
    const { endpointUrl = "" } = await this.statusOf(name);
    const { address, authority } = this.#scene;
    return { address, url: new URL(path, endpointUrl).href, ca: authority, ...more };
  }

  /** Adds records of customers to their zone, each in the place of those that its name had. */
  async publish(...added: readonly string[]): Promise<void> {
    const names = new Set(added.map((line) => line.split(" ")[0]));
    for (const line of this.#records) if (names.has(line.split(" ")[0])) this.#records.delete(line);
    for (const line of added) this.#records.add(line);
    await this.#scene.zones.write(OWN_ZONE, [...this.#records]);
  }

  /** The records by which a domain is proven to be an organization's. */
  proofOf(domain: string, ...owners: readonly string[]): readonly string[] {
    return owners.map((owner) => `${domainRecordName(domain)}. IN TXT "${domainRecordValue(owner)}"`);
  }

  /** The record that leads a domain to the cluster. */
  leadsHere(domain: string): string {
    return `${domain}. IN CNAME any.${this.#scene.handle}.apps.test.`;
  }
}
