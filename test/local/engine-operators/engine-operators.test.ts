import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { BARMAN_CLOUD, CLOUDNATIVE_PG } from "../../../local/binaries/engine-crds.ts";
import { answerMetadata } from "../../../local/engine-operators/metadata-answers.ts";
import { OPERATOR_IMAGE, PLUGIN_IMAGE, SIDECAR_IMAGE } from "../../../local/engine-operators/operator-images.ts";
import { ENGINE_PROGRAMS, ENGINE_VERSIONS } from "../../../local/engine-operators/programs.ts";

describe("What runs databases on real nodes", () => {
  it("has the versions that its Go module pins, which are those whose kinds and manifests are read", async () => {
    const module = await readFile(join(ENGINE_PROGRAMS.moduleDir, "go.mod"), "utf8");
    for (const [name, version] of Object.entries(ENGINE_VERSIONS)) expect(module).to.contain(`\t${name} ${version}\n`);
    const read = [CLOUDNATIVE_PG, BARMAN_CLOUD].map((one) => one.module);
    const pinned = Object.entries(ENGINE_VERSIONS).map(([name, version]) => `${name}@${version}`);
    expect(pinned).to.include.members(read);
  });

  it("is in images of these versions", () => {
    expect(OPERATOR_IMAGE).to.match(/:1\.30\.0$/);
    for (const image of [PLUGIN_IMAGE, SIDECAR_IMAGE]) expect(image).to.match(/:v0\.14\.0$/);
  });
});

describe("The metadata service of clusters with real nodes", () => {
  const known = { keys: { accessKey: "an-access-key", secretKey: "a-secret-key" }, token: "a-token", nowMs: 0 };
  const role = "/latest/meta-data/iam/security-credentials/";
  const get = (url: string, token = known.token) =>
    answerMetadata({ method: "GET", url, headers: { "x-aws-ec2-metadata-token": token } }, known);

  it("hands out the role's keys to who asked for a token before", () => {
    expect(answerMetadata({ method: "PUT", url: "/latest/api/token", headers: {} }, known).body).to.equal("a-token");
    const name = get(role).body;
    const given = JSON.parse(get(`${role}${name}`).body) as Record<string, string>;
    expect(given).to.include({ Code: "Success", AccessKeyId: "an-access-key", SecretAccessKey: "a-secret-key" });
    expect(Date.parse(given["Expiration"] ?? "")).to.be.greaterThan(known.nowMs);
  });

  it("tells nothing without the token, of what it does not know, and to other methods", () => {
    for (const url of [role, `${role}archive`])
      expect(answerMetadata({ method: "GET", url, headers: {} }, known)).to.deep.equal({ status: 401, body: "" });
    expect(get(role, "a guess").status).to.equal(401);
    expect(get(`${role}another`)).to.deep.equal({ status: 404, body: "" });
    expect(answerMetadata({ method: "POST", url: role, headers: {} }, known).status).to.equal(405);
  });
});
