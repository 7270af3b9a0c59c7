import { expect } from "chai";
import { createDeployment, getDeployment, listDeployments } from "../../../contract/rest/deployments.ts";
import type { Operation } from "../../../contract/rest/operation.ts";
import { rememberVerdicts } from "../../../api/http/remember-verdicts.ts";

const ID = "01970000-0000-7000-8000-00000000000";

describe("remembered verdicts of the document", () => {
  it("ask once per form, and tell apart whatever the document could judge otherwise", async () => {
    let asked = 0;
    const judge = rememberVerdicts(() => {
      asked += 1;
      return Promise.resolve(true);
    });
    const ask = async (operation: Operation, id: string, search = "", headers = {}): Promise<number> => {
      asked = 0;
      await judge(operation, { path: id === "" ? {} : { deployment_id: id }, search, headers, body: undefined });
      return asked;
    };
    expect([await ask(getDeployment, `${ID}1`), await ask(getDeployment, `${ID}2`)]).to.deep.equal([1, 0]);
    expect(await ask(getDeployment, `${ID}2`, "", { "if-none-match": "x" }), "another header").to.equal(1);
    expect(await ask(getDeployment, `${ID}2`, "?a=1"), "another query").to.equal(1);
    expect(await ask(getDeployment, "not-a-uuid"), "another form of id").to.equal(1);
    expect(await ask(listDeployments, "", ""), "another operation").to.equal(1);
    expect(
      [await ask(createDeployment, ""), await ask(createDeployment, "")],
      "bodies are always judged",
    ).to.deep.equal([1, 1]);
  });

  it("never keep a refusal", async () => {
    const verdicts = [false, true, false];
    const judge = rememberVerdicts(() => Promise.resolve(verdicts.shift() ?? false));
    const ask = (): Promise<boolean> => judge(getDeployment, { path: {}, search: "", headers: {}, body: undefined });
    expect([await ask(), await ask(), await ask()]).to.deep.equal([false, true, true]);
  });
});
