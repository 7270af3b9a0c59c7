import { expect } from "chai";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { createDomainLooks } from "../../../../operator/controllers/deployment/domain-looks.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

describe("Looks at own domains", () => {
  it("ask about a few at once, and organization by organization in turn, however many are due at a start", async () => {
    const clock = createFakeClock();
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const resolveTxt = (name: string): Promise<readonly string[]> => {
      asked.push(name);
      return new Promise((resolve) => answers.push(() => resolve([])));
    };
    const lookUpRecords = () => Promise.resolve({ alias: undefined, addresses: [] });
    const news: string[] = [];
    const looks = createDomainLooks({ resolveTxt, lookUpRecords }, clock, (handle) => news.push(handle));
    const client: KubeClient = new FakeKubeClient();
    const look = (organization: string, handle: string): unknown =>
      looks.look(client, {
        handle,
        organization,
        stamp: `${handle}.example.com`,
        record: { name: handle, value: "" },
        certificate: { client, namespace: handle, name: handle },
        isIssued: true,
        withSerial: false,
        namespace: handle,
        deployment: handle,
        ingress: handle,
        routing: "ingress",
      });
    for (let index = 0; index < 100; index += 1) look("many", `m${index}`);
    look("few", "f");
    await clock.advance(1_000);
    expect(asked).to.have.length(32);
    for (const answer of answers.splice(0, 2)) answer();
    await clock.advance(1_000);
    expect(asked.slice(32), "not behind all of another's").to.include("f").and.to.have.length(2);
    while (answers.length > 0) {
      for (const answer of answers.splice(0)) answer();
      await clock.advance(1_000);
    }
    expect([asked.length, news.length]).to.deep.equal([101, 101]);
  });
});
