import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { newAccount, newCluster, newDatabase, newDeployment } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import { eventually } from "../support/eventually.ts";
import { startPodSockets, type PodSocketDouble } from "../support/pod-socket-double.ts";
import { CommandLine } from "./run-cli.ts";

const pod = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ name: "app" }] },
  status: { phase: "Running" },
});

describe("Commands of berth that reach into pods", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let pods: PodSocketDouble;
  let berth: CommandLine;

  before(async () => {
    pods = await startPodSockets();
    const client = {
      list: () => Promise.resolve({ items: [pod("web-1")], resourceVersion: "1" }),
      get: () => Promise.resolve(undefined),
      close: () => Promise.resolve(),
      dial: pods.dial,
    } as unknown as KubeClient;
    gateway = await startTestGateway({ replace: () => ({ tenantReader: { open: () => Promise.resolve(client) } }) });
    const account = await newAccount(gateway.url);
    const clusterId = await newCluster(account.call);
    await newDeployment(account.call, clusterId, { name: "shop" });
    await newDatabase(account.call, clusterId, { name: "shop-db" });
    berth = new CommandLine({ BERTH_URL: gateway.url, BERTH_API_KEY: account.key });
  });
  after(async () => {
    berth.close();
    await gateway.stop();
    await pods.stop();
  });

  it("exec: output, errors, input, and the exit status", async () => {
    expect(await berth.run(["exec", "shop", "--", "echo", "a", "--b"])).to.deep.equal({
      code: 0,
      stdout: "a --b",
      stderr: "",
    });
    expect(await berth.run(["exec", "shop", "--", "warn", "careful"])).to.include({ code: 0, stderr: "careful" });
    expect(await berth.run(["exec", "shop", "--", "exit", "7"])).to.deep.equal({ code: 7, stdout: "", stderr: "" });
    expect(await berth.run(["exec", "shop", "-i", "--", "cat"], { stdin: "typed" })).to.include({
      code: 0,
      stdout: "typed",
    });
    const lost = await berth.run(["exec", "shop", "--", "die"]);
    expect([lost.code, lost.stderr]).to.deep.equal([1, "The pod or its node has gone.\n"]);
    const none = await berth.run(["exec", "shop", "--pod", "other", "--", "echo"]);
    expect([none.code, none.stderr]).to.deep.equal([1, "It has no pod of that name that runs.\n"]);
  });

  it("port-forward: a port here is one of the pod, until Ctrl-C", async () => {
    const ends = new AbortController();
    let told = "";
    const onOutput = (part: string): void => void (told += part);
    const running = berth.run(["port-forward", "shop", "0:8080"], { signal: ends.signal, onOutput });
    const port = await eventually(() => {
      const found = /127\.0\.0\.1:(\d+)/.exec(told)?.[1];
      if (found === undefined) throw new Error(`no port yet: ${told}`);
      return Number(found);
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("ping");
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    await eventually(() => expect(answer).to.equal("ping"));
    expect(pods.asked.at(-1)?.searchParams.get("ports")).to.equal("8080");
    ends.abort();
    expect((await running).code).to.be.oneOf([0, 130]);
    expect((await berth.run(["port-forward", "shop", "x:1"])).code).to.equal(2);
  });

  it("db connect: the engine's client, with the way to its own tunnel", async () => {
    const program = join(berth.home, "psql");
    const said = join(berth.home, "said");
    writeFileSync(program, `#!/bin/sh\necho "$@" > ${said}\nexit 5\n`);
    chmodSync(program, 0o755);
    const { PATH } = process.env;
    process.env["PATH"] = `${berth.home}:${PATH ?? ""}`;
    try {
      expect((await berth.run(["db", "connect", "shop-db", "--", "--version"])).code).to.equal(5);
    } finally {
      process.env["PATH"] = PATH;
    }
    const given = readFileSync(said, "utf8");
    expect(given).to.match(/^--host=127\.0\.0\.1 --port=\d+ --username=app --dbname=\S+ --version\n$/);
  });
});
