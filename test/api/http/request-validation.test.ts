import { expect } from "chai";
import { z } from "zod";
import { createJudge, type OpenapiDocument } from "../../../api/http/request-validation.ts";
import type { Operation } from "../../../contract/rest/operation.ts";

const NONE = z.object({});
const RAW = { path: {}, search: "", headers: {}, body: {} };
const NAMED = { $ref: "#/components/schemas/Named" };

function operationOf(group: string): Operation {
  const operation = { operationId: `create-${group}`, group, method: "post", path: `/${group}`, body: NONE };
  return { ...operation, parameters: { path: NONE, query: NONE, header: NONE } } as unknown as Operation;
}

type Schemas = Readonly<{ body?: object; answer?: object; named?: object }>;

/** Describes two groups of one operation each; `body` is that of the second. */
function documentWith({ body, answer, named }: Schemas): OpenapiDocument {
  const content = (schema: object = { type: "object" }): object => ({ content: { "application/json": { schema } } });
  const described = (asked?: object): object => ({
    requestBody: content(asked),
    responses: { 200: { description: "Done", ...content(answer) } },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: { "/first": { post: described() }, "/second": { post: described(body) } },
    components: { schemas: { Named: named } },
  } as unknown as OpenapiDocument;
}

const [FIRST, SECOND] = [operationOf("first"), operationOf("second")] as const;
const OPERATIONS = [FIRST, SECOND];

describe("the document's validators", () => {
  it("judge bodies", async () => {
    const judge = createJudge(documentWith({}), OPERATIONS);
    expect([await judge(FIRST, RAW), await judge(FIRST, { ...RAW, body: 7 })]).to.deep.equal([true, false]);
  });

  it("read what they are made of when their group is first asked for, and then no more", async () => {
    let reads = 0;
    const body = {
      get type() {
        reads += 1;
        return "object";
      },
    };
    const judge = createJudge(documentWith({ body }), OPERATIONS);
    await judge(FIRST, RAW);
    const before = reads;
    await judge(SECOND, RAW);
    const after = reads;
    await judge(SECOND, RAW);
    expect(after).to.be.greaterThan(before);
    expect(reads).to.equal(after);
  });

  it("compile nothing that only answers name", async () => {
    const judge = createJudge(documentWith({ answer: NAMED, named: { type: "parcel" } }), OPERATIONS);
    expect(await judge(FIRST, RAW)).to.equal(true);
  });
});
