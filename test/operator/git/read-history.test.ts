import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { HttpClient } from "../../../operator/git/http-client.ts";
import { readHistory, type Delivery } from "../../../operator/git/read-history.ts";
import { readTrailers } from "../../../operator/git/read-trailers.ts";
import { GitScene } from "./git-scene.ts";

const AUTHOR = "018f0000-0000-7000-8000-000000000009";
const pathOf = (name: string): string => `clusters/c/deployments/${name}/resource.yaml`;
const contentOf = (name: string, generation: number): string => `spec:\n  name: ${name}\n  replicas: ${generation}\n`;
const keyOf = (name: string): string => `Deployment/org-acme/${name}`;

describe("the history of what was delivered", function () {
  this.timeout(300_000);
  let scene: GitScene;
  let http: HttpClient;
  afterEach(async () => {
    http.close();
    await scene.close();
  });

  async function open(filter = true): Promise<(name: string, generation: number, noise?: string) => Promise<unknown>> {
    scene = await GitScene.open({ filter });
    http = new HttpClient(scene.writerOptions().http);
    const writer = await scene.writer();
    return (name, generation, noise = "") =>
      writer.write({
        key: keyOf(name),
        files: [
          { path: pathOf(name), content: contentOf(name, generation) },
          { path: pathOf(name).replace("resource", "values"), content: `n: ${generation}${noise}\n` },
        ],
        trailers: { resource: keyOf(name), generation, requestId: `request-${name}-${generation}`, author: AUTHOR },
      });
  }
  const read = (names: readonly string[], bounds: Readonly<{ commitsMax?: number; deliveriesMax?: number }> = {}) =>
    readHistory(http, {
      branch: scene.server.branch,
      files: new Map(names.map((name) => [keyOf(name), pathOf(name)])),
      commitsMax: 1_000,
      deliveriesMax: 100,
      ...bounds,
    });
  const generations = (deliveries: readonly Delivery[] | undefined): number[] =>
    (deliveries ?? []).map(({ generation }) => generation);

  /** What git itself says: the newest commit for each generation, with the file as it was then. */
  async function judge(name: string): Promise<unknown[]> {
    const log = await scene.server.git(
      "log",
      "--format=%H %ct",
      scene.server.branch,
      "--",
      `clusters/c/deployments/${name}`,
    );
    const found = new Map<string, unknown>();
    for (const line of log.split("\n")) {
      const [commit = "", seconds] = line.split(" ");
      const content = `${await scene.server.git("show", `${commit}:${pathOf(name)}`)}\n`;
      const generation = /replicas: (\d+)/.exec(content)?.[1] ?? "";
      if (!found.has(generation))
        found.set(generation, {
          commit,
          content,
          generation: Number(generation),
          committedAtMs: Number(seconds) * 1000,
        });
    }
    return [...found.values()].reverse();
  }

  it("is what git says of each commit, with request and author, whoever else wrote between", async () => {
    const write = await open();
    for (const generation of [1, 2, 3, 4]) {
      await Promise.all([write("a", generation), write("b", generation)]);
      await scene.foreignCommit([{ path: `foreign/${generation}`, content: "x" }]);
    }
    await write("a", 4, " # another chart");
    await write("other", 1);
    const history = await read(["a", "b", "absent"]);
    expect([...history.keys()].sort()).to.deep.equal([keyOf("a"), keyOf("b")]);
    for (const name of ["a", "b"]) {
      const own = history.get(keyOf(name)) ?? [];
      const plain = own.map(({ commit, content, generation, committedAtMs }) => ({
        commit,
        content,
        generation,
        committedAtMs,
      }));
      expect(plain).to.deep.equal(await judge(name));
      expect(own.map(({ requestId }) => requestId)).to.deep.equal([1, 2, 3, 4].map((n) => `request-${name}-${n}`));
      expect(new Set(own.map(({ author }) => author))).to.deep.equal(new Set([AUTHOR]));
    }
  });

  it("is bounded: by commits, and by deliveries of one resource", async () => {
    const write = await open();
    for (const generation of [1, 2, 3, 4, 5]) await write("a", generation);
    expect(generations((await read(["a"], { commitsMax: 2 })).get(keyOf("a")))).to.deep.equal([4, 5]);
    expect(generations((await read(["a"], { deliveriesMax: 3 })).get(keyOf("a")))).to.deep.equal([3, 4, 5]);
  });

  it("fetches no file but those that it was asked for", async () => {
    const write = await open();
    await scene.foreignCommit([{ path: "big/file", content: randomBytes(500_000).toString("hex") }]);
    await write("a", 1);
    const before = http.sendRaw.bind(http);
    let bytes = 0;
    http.sendRaw = async (call) => {
      const answer = await before(call);
      bytes += answer.body.length;
      return answer;
    };
    expect((await read(["a"])).size).to.equal(1);
    expect(bytes).to.be.lessThan(20_000);
  });

  it("is left alone where the server cannot leave out trees, and on an empty branch", async () => {
    const write = await open(false);
    expect((await read(["a"])).size).to.equal(0);
    await write("a", 1);
    expect((await read(["a"])).size).to.equal(0);
  });

  it("takes nothing for a trailer that is none", () => {
    expect(readTrailers("Update x\n\nBerth-Resource: Deployment/o/x\nBerth-Generation: many\n")).to.deep.equal([]);
    expect(readTrailers("Berth-Generation: 1\n")).to.deep.equal([]);
    const two =
      "Berth-Resource: A/b/c\nBerth-Generation: 2\nBerth-Resource: D/e/f\nBerth-Generation: 3\nBerth-User: u\n";
    expect(readTrailers(`Update\n\n${two}`)).to.deep.equal([
      { resource: "A/b/c", generation: 2, requestId: undefined, author: undefined, removes: undefined },
      { resource: "D/e/f", generation: 3, requestId: undefined, author: "u", removes: undefined },
    ]);
  });
});
