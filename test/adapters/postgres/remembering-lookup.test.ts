import { expect } from "chai";
import { createRememberingLookup, type Lookup } from "../../../adapters/postgres/remembering-lookup.ts";

const AWAY = Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });

/** A resolver that gives what it is told to: an address, a fault, or nothing at all. */
class Resolver {
  next: string | Error | undefined;
  readonly lookup: Lookup = (_, __, answer) => {
    if (typeof this.next === "string") answer(null, this.next, 4);
    else if (this.next !== undefined) answer(this.next as NodeJS.ErrnoException, "");
  };
}

/** Asks as a socket does, and counts answers: a second one would connect it twice. */
async function ask(lookup: Lookup, host: string): Promise<string> {
  let answers = 0;
  return new Promise((resolve, reject) => {
    lookup(host, {}, (error, address) => {
      answers += 1;
      if (answers > 1) throw new Error("answered twice");
      if (error === null) resolve(address as string);
      else reject(error);
    });
  });
}

describe("A lookup that remembers", () => {
  let resolver: Resolver;
  let lookup: Lookup;
  beforeEach(() => {
    resolver = new Resolver();
    lookup = createRememberingLookup(resolver.lookup, 1);
  });

  it("answers what it found last while names cannot be resolved, and no name that it never found", async () => {
    resolver.next = "10.0.0.1";
    expect(await ask(lookup, "postgres")).to.equal("10.0.0.1");
    resolver.next = AWAY;
    expect(await ask(lookup, "postgres")).to.equal("10.0.0.1");
    expect(await ask(lookup, "other").catch((error: unknown) => error)).to.equal(AWAY);
  });

  it("waits for no resolver that says nothing", async () => {
    resolver.next = "10.0.0.1";
    await ask(lookup, "postgres");
    resolver.next = undefined;
    expect(await ask(lookup, "postgres")).to.equal("10.0.0.1");
  });

  it("goes by a new address as soon as it is told", async () => {
    resolver.next = "10.0.0.1";
    await ask(lookup, "postgres");
    resolver.next = "10.0.0.2";
    expect(await ask(lookup, "postgres")).to.equal("10.0.0.2");
    resolver.next = AWAY;
    expect(await ask(lookup, "postgres")).to.equal("10.0.0.2");
  });

  it("answers once when the resolver comes back late", async () => {
    let late: (() => void) | undefined;
    const slow = createRememberingLookup((_, __, answer) => {
      if (late === undefined) answer(null, "10.0.0.1", 4);
      late = () => answer(null, "10.0.0.2", 4);
    }, 1);
    await ask(slow, "postgres");
    const second = ask(slow, "postgres");
    expect(await second).to.equal("10.0.0.1");
    late?.();
    expect(await ask(slow, "postgres")).to.equal("10.0.0.2");
  });
});
