import { assert } from "chai";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { createResponseValidation, type SentAnswer } from "../../../api/http/response-validation.ts";
import { PUBLISHED_DOCUMENT } from "../../support/published-document.ts";

const check = createResponseValidation(PUBLISHED_DOCUMENT, OPERATIONS);
const at = "2026-01-01T00:00:00.000Z";
const id = "01970000-0000-7000-8000-000000000001";
const organization = {
  id,
  name: "a",
  slug: "a",
  avatar_url: null,
  exec_enabled: true,
  alerts_enabled: true,
  is_system: false,
  is_personal: true,
  current_user_role: "owner",
  created_at: at,
  updated_at: at,
};
const error = (code: string): object => ({
  detail: "x",
  code,
  request_id: "r",
  conflicts: ["allowed beside the code"],
});
const fault = { type: "x", loc: ["path", 1], msg: "x", input: { a: null }, ctx: { error: "x" } };

/** Rows: operation, status, body, what is wrong (nothing when unset), media type. */
const ROWS: readonly (readonly [id: string, status: number, body: unknown, wrong?: RegExp, type?: string])[] = [
  ["getOrganization", 200, organization],
  ["getOrganization", 200, { ...organization, password_hash: "x" }, /additional properties/],
  ["getOrganization", 200, { ...organization, name: undefined }, /required property 'name'/],
  ["getOrganization", 200, { ...organization, id: "x" }, /id must match format/],
  ["getOrganization", 200, { ...organization, created_at: "yesterday" }, /created_at must match format/],
  ["getOrganization", 200, "a: 1", /media type text\/yaml/, "text/yaml"],
  ["getOrganization", 201, organization, /status 201 is not declared/],
  ["getOrganization", 304, undefined],
  ["getOrganization", 304, {}, /has a body/],
  ["getOrganization", 404, error("not_found")],
  ["getOrganization", 404, error("conflict"), /code conflict is not declared/],
  ["getOrganization", 404, { code: "not_found", request_id: "r" }, /required property 'detail'/],
  ["getOrganization", 422, { detail: [fault] }],
  ["getOrganization", 422, { detail: "x" }, /detail must be array/],
  ["getOrganization", 500, error("internal")],
  ["getOrganization", 503, { detail: "x", code: "postgres_unavailable" }, /required property 'request_id'/],
  ["getOrganization", 500, error("not_found"), /code not_found is not declared/],
  ["listOrganizations", 200, { organizations: [organization], next_cursor: null }],
  [
    "listOrganizations",
    200,
    { organizations: [{ ...organization, secret: 1 }], next_cursor: null },
    /organizations\/0 must NOT have additional/,
  ],
  ["getDeploymentValues", 200, "a: 1", undefined, "text/yaml"],
  ["getClusterKubeconfig", 200, "a: 1", undefined, "application/yaml"],
];

describe("The check of answers", () => {
  for (const [operationId, status, body, wrong, contentType = "application/json; charset=utf-8"] of ROWS) {
    it(`${wrong === undefined ? "passes" : "finds"} ${operationId} ${status} ${wrong?.source ?? ""}`, async () => {
      const operation = OPERATIONS.find((candidate) => candidate.operationId === operationId)!;
      const answer: SentAnswer = { status, contentType, body };
      const found = await check(operation, answer).then(
        () => "",
        (reason: unknown) => (reason as Error).message,
      );
      if (wrong === undefined) assert.equal(found, "");
      else assert.match(found, wrong);
    });
  }

  it("does not mix up answers that are checked at once", async () => {
    const operation = OPERATIONS.find(({ operationId }) => operationId === "getOrganization")!;
    const checks = Array.from({ length: 20 }, (_, index) =>
      check(operation, { status: 200, contentType: "application/json", body: index % 2 === 0 ? organization : {} }),
    );
    assert.deepEqual(
      (await Promise.allSettled(checks)).map(({ status }) => status),
      checks.map((_, index) => (index % 2 === 0 ? "fulfilled" : "rejected")),
    );
  });
});
