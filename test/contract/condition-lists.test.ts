import { expect } from "chai";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { DEPLOYMENTS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { API_GROUP } from "../../contract/identity.ts";
import { RESOURCES } from "../../contract/resources/all.ts";
import { startApiServer, type ApiServer } from "../support/api-server.ts";
import { installDefinition, readDocuments } from "../support/dry-run.ts";
import { eventually } from "../support/eventually.ts";

type Schema = Readonly<{ properties: Readonly<Record<string, Schema>> }> & Record<string, unknown>;
type Definition = KubeObject & Readonly<{ spec: { versions: [{ schema: { openAPIV3Schema: Schema } }] } }>;

const NAMESPACE = "condition-lists";
const ONE = { name: "one", namespace: NAMESPACE };
const OPERATOR = { fieldManager: "operator" };
const readDefinition = (plural: string): Definition =>
  readDocuments(`crds/${API_GROUP}_${plural}.yaml`)[0] as Definition;
const conditionsOf = ({ spec }: Definition): Record<string, unknown> =>
  spec.versions[0].schema.openAPIV3Schema.properties["status"]!.properties["conditions"]!;
const condition = (type: string): Record<string, unknown> => ({
  type,
  status: "True",
  lastTransitionTime: "2026-11-28T00:00:00Z",
  reason: "Running",
  message: "",
});

describe("conditions of a status", function () {
  this.timeout(300_000);
  let server: ApiServer;
  let client: KubeClient;

  before(async () => {
    server = await startApiServer();
    client = createKubeClient({ kubeconfigPath: server.kubeconfig });
  });
  after(async () => {
    await client.close();
    await server.stop();
  });

  const tell = (types: readonly string[]): Promise<KubeObject> =>
    client.patch(
      DEPLOYMENTS,
      ONE,
      { kind: "merge", body: { status: { conditions: types.map(condition) } } },
      { ...OPERATOR, subresource: "status" },
    );
  const typesOf = (object: KubeObject | undefined): string[] =>
    (object?.["status"] as { conditions: { type: string }[] }).conditions.map(({ type }) => type);
  /** Tells whether the operator owns conditions one by one. */
  const isOwnedByMember = ({ metadata }: KubeObject): boolean =>
    JSON.stringify((metadata as { managedFields?: unknown }).managedFields).includes('k:{\\"type\\"');

  it("are one piece in every definition", () => {
    for (const { plural } of RESOURCES)
      expect(conditionsOf(readDefinition(plural))["x-kubernetes-list-type"] ?? "atomic", plural).to.equal("atomic");
  });

  it("that an older definition has stored member by member are kept, and are one piece with the next write", async () => {
    const definition = readDefinition("deployments");
    const older = structuredClone(definition);
    Object.assign(conditionsOf(older), {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["type"],
    });
    await installDefinition(client, older);
    await client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } }, OPERATOR);
    const spec = { cluster: "bench", appType: "web_app", dockerImage: "nginx:1.29" };
    const made = { apiVersion: `${API_GROUP}/${DEPLOYMENTS.version}`, kind: "Deployment", metadata: ONE, spec };
    await client.create(DEPLOYMENTS, made, OPERATOR);
    expect(isOwnedByMember(await tell(["Accepted", "Ready"]))).to.equal(true);

    await installDefinition(client, definition);
    expect(typesOf(await client.get(DEPLOYMENTS, ONE))).to.deep.equal(["Accepted", "Ready"]);
    // The older definition is served for a moment yet.
    await eventually(async () => {
      expect(isOwnedByMember(await tell(["Accepted", "Synced", "Ready"]))).to.equal(false);
      expect(isOwnedByMember(await tell(["Accepted", "Ready"]))).to.equal(false);
    });
    expect(typesOf(await client.get(DEPLOYMENTS, ONE))).to.deep.equal(["Accepted", "Ready"]);
  });
});
