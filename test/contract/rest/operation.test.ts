import { readdirSync } from "node:fs";
import { assert } from "chai";
import { z } from "zod";
import { deploymentSpec, deploymentUpdatable } from "../../../contract/resources/deployment-spec.ts";
import { fromRest, toAnswerShape, toRest, toRestShape } from "../../../contract/rest-case.ts";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { clusterResponse } from "../../../contract/rest/clusters.ts";
import { databaseResponse } from "../../../contract/rest/databases.ts";
import { deploymentCreate, deploymentResponse, deploymentUpdate } from "../../../contract/rest/deployments.ts";
import type { Operation } from "../../../contract/rest/operation.ts";
import { SCOPES } from "../../../contract/rest/scopes.ts";

const GROUPS = new URL("../../../contract/rest/", import.meta.url);

/** Reads every operation that a file of the contract exports. */
async function readDeclared(): Promise<readonly Operation[]> {
  const files = readdirSync(GROUPS).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, GROUPS).href)));
  const exported = modules.flatMap((module) => Object.values(module as Readonly<Record<string, unknown>>));
  return exported.filter(
    (one): one is Operation => typeof one === "object" && one !== null && Object.hasOwn(one, "operationId"),
  );
}

/** Lists the members of a body that may be left out and may not be null. */
function listNotNullable(schema: unknown, at: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return listNotNullable(schema.unwrap(), at);
  if (schema instanceof z.ZodArray) return listNotNullable(schema.element, at);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape as Record<string, z.ZodType>).flatMap(([name, member]) => {
    const isRefused = member.safeParse(undefined).success && !member.safeParse(null).success;
    const inside = listNotNullable(member, `${at}.${name}`);
    return isRefused ? [`${at}.${name}`, ...inside] : inside;
  });
}

describe("The operations", () => {
  it("stand in the list each: one that is in none of a group's is told (known bad: a list without one)", async () => {
    const declared = await readDeclared();
    const missingIn = (list: readonly Operation[]): readonly string[] =>
      declared.filter((one) => !list.includes(one)).map(({ operationId }) => operationId);
    assert.deepEqual(missingIn(OPERATIONS), []);
    assert.deepEqual(missingIn(OPERATIONS.slice(1)), ["register"]);
  });

  it("have ids and routes of their own", () => {
    for (const keyOf of [
      (o: (typeof OPERATIONS)[number]) => o.operationId,
      (o: (typeof OPERATIONS)[number]) => `${o.method} ${o.path}`,
    ])
      assert.lengthOf(new Set(OPERATIONS.map(keyOf)), OPERATIONS.length);
  });

  it("describe exactly the parameters of their paths", () => {
    for (const { path, parameters } of OPERATIONS)
      assert.sameMembers(
        [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name),
        Object.keys(parameters.path.shape),
        path,
      );
  });

  it("name only scopes that a key can have: reading ones for GET, writing ones for the rest, kubeconfig and WebSockets apart", () => {
    for (const { scope, method, operationId, webSocket } of OPERATIONS) {
      if (scope === undefined) continue;
      assert.include(SCOPES, scope);
      const isWrite =
        method !== "get" ||
        webSocket === true ||
        ["getClusterKubeconfig", "getPlatformKubeconfig"].includes(operationId);
      assert.match(scope, isWrite ? /:write$/ : /:read$/, operationId);
    }
  });

  it("take an Idempotency-Key on every POST that changes something, apart from /auth and what anybody may send", () => {
    for (const { method, group, who, parameters, path, operationId } of OPERATIONS) {
      const changes = method === "post" && operationId !== "preflightImport";
      const takes = changes && group !== "auth" && who.kind !== "public";
      assert.equal("idempotency-key" in parameters.header.shape, takes, path);
    }
  });

  it("take null for what may be left out of a body, but for proofs of who somebody is", () => {
    const found = OPERATIONS.filter(({ group }) => group !== "auth").flatMap(({ operationId, body }) =>
      listNotNullable(body, operationId),
    );
    // The interface requires it: it may be left out since other members of the bundle can be changed.
    assert.deepEqual(found, ["updateComponentBundle.version"]);
  });

  it("answer an ETag wherever they read one thing by its name", () => {
    const reads = OPERATIONS.filter(({ method, path }) => method === "get" && path.endsWith("}"));
    assert.isAtLeast(reads.length, 12);
    for (const { path, concurrency } of reads) assert.equal(concurrency, "read", path);
  });

  it("can be tried without writing wherever they answer the cluster, deployment or database that they write", () => {
    const written: readonly z.ZodType[] = [clusterResponse, deploymentResponse, databaseResponse];
    const writes = OPERATIONS.filter(({ method, success }) => method !== "get" && written.includes(success.schema));
    assert.isAtLeast(writes.length, 20);
    for (const { operationId, parameters } of writes) assert.property(parameters.query.shape, "dry_run", operationId);
  });
});

describe("Bodies derived from a resource", () => {
  it("keep the limits of lists, texts and maps", () => {
    const tooMany = {
      command: new Array<string>(65).fill("a"),
      volumes: new Array(21).fill({ path: "/a" }),
      config: Object.fromEntries(new Array(65).fill(0).map((_, index) => [`k${index}`, 0])),
    };
    for (const [name, value] of Object.entries(tooMany))
      assert.isFalse(deploymentUpdate.safeParse({ [name]: value }).success, name);
    assert.isFalse(deploymentUpdate.safeParse({ command: ["a".repeat(4097)] }).success);
    assert.isTrue(
      deploymentUpdate.safeParse({ command: ["🚢".repeat(4096)] }).success,
      "characters are counted, not UTF-16 units",
    );
  });

  it("rewrite aliases of the image strategy and spellings of ids", () => {
    const { image_update_strategy, cluster_id } = deploymentCreate.parse({
      name: "a",
      app_type: "api",
      cluster_id: "{01970000-0000-7000-8000-00000000000A}",
      image_update_strategy: "latest",
    });
    assert.deepEqual([image_update_strategy, cluster_id], ["newest-build", "01970000-0000-7000-8000-00000000000a"]);
    assert.equal(deploymentUpdate.parse({ image_update_strategy: "name" }).image_update_strategy, "alphabetical");
  });

  it("go to the resource and back unchanged, null for what is unset", () => {
    const body = {
      replicas: 2,
      volumes: [{ path: "/a", sizeGb: null, purpose: null }],
      health_checks: { liveness: { period_seconds: 5 } },
      config: { camelCase: { snake_case: null } },
    };
    const spec = fromRest(deploymentSpec, body) as Record<string, unknown>;
    assert.deepEqual(spec, {
      replicas: 2,
      volumes: [{ path: "/a", sizeGb: 10 }],
      healthChecks: { liveness: { enabled: true, periodSeconds: 5 } },
      config: body.config,
    });
    assert.deepEqual(
      fromRest(deploymentSpec.partial(), body),
      spec,
      "of members that partial() makes optional once more",
    );
    const answer = z
      .strictObject(toAnswerShape(deploymentUpdatable))
      .parse(toRest(z.strictObject(deploymentUpdatable), spec));
    assert.sameMembers(Object.keys(answer), Object.keys(toRestShape(deploymentUpdatable)));
    assert.deepEqual(answer["volumes"], [{ path: "/a", sizeGb: 10, purpose: null }]);
    assert.isNull(answer["docker_image"]);
  });
});
