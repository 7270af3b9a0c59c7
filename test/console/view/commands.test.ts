import { expect } from "chai";
import { OPERATIONS } from "../../../client/generated/operations.ts";
import type { OperationId } from "../../../client/operation-types.ts";
import { commandsOf, toSpec } from "../../../console/view/commands.ts";
import { databaseUpdatable } from "../../../contract/resources/database-instance.ts";
import { deploymentUpdatable } from "../../../contract/resources/deployment-spec.ts";
import { restName } from "../../../contract/rest-case.ts";

const PLACE = { origin: "https://berth.example", namespace: "org-acme" };
const ID = "0197c1f0-6265-7274-a868-2d636c690001";

describe("A call as a command", () => {
  it("is quoted for a shell, with the version that it is of", () => {
    const body = { name: "it's $HOME `id`" };
    const input = { path: { deployment_id: ID }, query: { dry_run: true }, header: { "If-Match": '"7"' }, body };
    const [curl, berth, ...others] = commandsOf({ id: "updateDeployment", input }, PLACE);
    expect(curl?.text).to.equal(
      [
        `curl --fail-with-body --request PATCH 'https://berth.example/api/v1/deployments/${ID}?dry_run=true'`,
        `--header "Authorization: Bearer $BERTH_API_KEY"`,
        `--header 'If-Match: "7"'`,
        "--header 'Content-Type: application/json'",
        String.raw`--data '{"name":"it'\''s $HOME ${"`id`"}"}'`,
      ].join(" \\\n  "),
    );
    expect(berth?.text).to.match(/^berth api PATCH '\/deployments\/[^']+\?dry_run=true' \\\n {2}--data '/);
    expect(others, "kubectl knows no options of REST").to.deep.equal([]);
  });

  it("is kubectl's too where it reads, lists, changes or deletes a resource", () => {
    const kubectl = (id: "getCluster" | "listDatabases" | "updateDatabase" | "rotateDatabaseCredentials"): unknown =>
      commandsOf({ id, input: { path: { any_id: ID }, body: { storage_size_gb: 20 } } }, PLACE)[2]?.text;
    const one = `--namespace org-acme --selector hosting.berth.dev/id=${ID}`;
    expect(kubectl("getCluster")).to.equal(`kubectl get bcl ${one} --output yaml`);
    expect(kubectl("listDatabases")).to.equal("kubectl get bdb --namespace org-acme");
    expect(kubectl("updateDatabase")).to.equal(
      `kubectl patch --namespace org-acme "$(kubectl get bdb ${one} --output name)" \\\n  --type merge --patch '{"spec":{"storageSizeGb":20}}'`,
    );
    expect(kubectl("rotateDatabaseCredentials")).to.equal(undefined);
  });

  it("has a placeholder for each secret of the body", () => {
    const canary = "canary-of-a-secret";
    const texts = (id: OperationId, body: object): string =>
      commandsOf({ id, input: { body } }, PLACE)
        .map(({ text }) => text)
        .join("\n");
    const imported = texts("importCluster", { name: "harbour", kubeconfig: canary });
    expect(imported.match(/'\{"name":"harbour","kubeconfig":"<kubeconfig>"\}'/g)).to.have.length(2);
    for (const [id, { secrets }] of withSecrets()) {
      const body = Object.fromEntries(secrets.map((name) => [name, canary]));
      expect(texts(id, body), id).not.to.include(canary);
      expect(texts(id, { within: [body] }), `${id}, deeper`).not.to.include(canary);
    }
    expect(texts("importCluster", { kubeconfig: null })).to.include('"kubeconfig":null');
  });

  it("knows of each body what the interface says is secret", () => {
    const known = Object.fromEntries(withSecrets().map(([id, { secrets }]) => [id, secrets]));
    expect(known).to.deep.include({
      importCluster: ["kubeconfig"],
      createSecret: ["value"],
      createCloudCredential: ["token"],
      login: ["password"],
    });
    expect(known).not.to.have.property("createWebhook");
  });

  it("names members as resources do", () => {
    for (const [name, schema] of Object.entries({ ...deploymentUpdatable, ...databaseUpdatable }))
      expect(toSpec({ [restName(name, schema)]: 1 })).to.deep.equal({ [name]: 1 });
    expect(toSpec({ config: { my_key: 1 }, volumes: [{ size_gb: null }] })).to.deep.equal({
      config: { my_key: 1 },
      volumes: [{ sizeGb: null }],
    });
  });
});

type WithSecrets = Readonly<{ secrets: readonly string[] }>;

function withSecrets(): readonly [OperationId, WithSecrets][] {
  return Object.entries(OPERATIONS).filter(([, row]) => "secrets" in row) as [OperationId, WithSecrets][];
}
