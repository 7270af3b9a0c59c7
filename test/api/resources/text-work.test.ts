import { expect } from "chai";
import { createTextWork } from "../../../api/resources/text-work.ts";
import { PreparedValues } from "../../../api/resources/prepared-values.ts";
import { BerthError } from "../../../contract/errors.ts";

const PER_ORGANIZATION_MAX = 32;

/** What becomes of a task: of what cannot be rendered only that it was tried counts. */
const outcomeOf = (task: Promise<unknown>): Promise<string> =>
  task.then(
    () => "tried",
    (error: unknown) => (error instanceof BerthError && error.code === "rate_limited" ? error.publicMessage : "tried"),
  );

describe("The line of much text", function () {
  this.timeout(60_000);

  it("refuses whose organization has 32 tasks in it, holds none of another up, and takes more when they are done", async () => {
    const textWork = createTextWork();
    const ask = (namespace: string): Promise<string> => outcomeOf(textWork.run("assertRendered", {}, namespace));
    const taken = Array.from({ length: PER_ORGANIZATION_MAX }, () => ask("org-a"));
    expect(await ask("org-a")).to.contain("32 requests of this organization wait to be rendered");
    const others = [ask("org-b"), outcomeOf(textWork.runOfWritten("assertRendered", {}, "org-a"))];
    expect(new Set(await Promise.all([...taken, ...others]))).to.deep.equal(new Set(["tried"]));
    expect(await ask("org-a")).to.equal("tried");
    await textWork.close();
  });

  it("is not gone around by values that are to be shown: what is refused is not rendered where all requests wait", async () => {
    const asked: string[] = [];
    const refuse = (): Promise<never> => Promise.reject(new BerthError("rate_limited"));
    const values = new PreparedValues(() => ({}) as never, {
      run: () => refuse(),
      runOfWritten: (task) => Promise.resolve(asked.push(task) as never),
    });
    const spec = { appType: "web_app", customValuesYaml: `# ${"x".repeat(10_000)}` };
    const object = { metadata: { name: "a", namespace: "org-a", uid: "018f0000-0000-7000-8000-000000000001" }, spec };
    const owners = { organizationId: "o", userId: "u", cluster: { handle: "c" } as never };
    expect(await outcomeOf(values.prepare("Deployment", object, owners))).to.contain("Too many requests");
    await values.prepareWritten("Deployment", object, owners);
    expect(asked).to.deep.equal(["renderValues"]);
  });
});
