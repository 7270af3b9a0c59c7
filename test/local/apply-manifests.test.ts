import { expect } from "chai";
import { persist } from "../../local/cluster/apply-manifests.ts";

describe("What is done again until it succeeds", () => {
  const quick = { pauseMs: 1 };

  it("is told of while it fails, and ends once it succeeds", async () => {
    const told: string[] = [];
    let tries = 0;
    await persist(
      "Applying Namespace a at https://one",
      () => {
        tries += 1;
        return tries < 2 ? Promise.reject(new Error("no answer within 60 s")) : Promise.resolve();
      },
      { report: (line) => told.push(line) },
    );
    expect([tries, told]).to.deep.equal([
      2,
      ["Applying Namespace a at https://one: no answer within 60 s; trying again"],
    ]);
  });

  it("is given up after a while, with the step, the server and the last cause", async () => {
    const attempt = (): Promise<void> => Promise.reject(new Error("503 starting"));
    const error = await persist("Applying Namespace a at https://one", attempt, { ...quick, patienceMs: 20 }).catch(
      (fault: unknown) => String(fault),
    );
    expect(error).to.match(/^Error: Applying Namespace a at https:\/\/one failed for \d+ s, \d+ times: 503 starting$/);
  });

  it("ends when everything is being stopped", async () => {
    const stopping = new AbortController();
    const attempt = (): Promise<void> => {
      stopping.abort();
      return Promise.reject(new Error("503 starting"));
    };
    const error = await persist("Applying", attempt, { signal: stopping.signal }).catch((fault: unknown) => fault);
    expect(error).to.have.property("name", "AbortError");
  });
});
