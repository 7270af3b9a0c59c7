import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { blocksOf, readDocuments, spansOf, type Document } from "../support/documents.ts";
import { planOf, type Plan, type Step } from "../support/guide-plan.ts";
import { outputFault } from "../support/match-output.ts";
import { followGuide, type Followed } from "../support/run-guide.ts";

const GUIDES = readDocuments("README.md", "docs/guides/*.md");
/** The blocks that no test runs, with their reasons: a new one is a decision, so it is written down here too. */
const LEFT_OUT: readonly string[] = [
  "README.md: the tests start what make run starts, and make test is what runs this",
  "docs/guides/ci.md: test/cli/package.test.ts packs it and installs it; beside a platform of make run it is there already",
  "docs/guides/database-operations.md: there is no bucket here",
  "docs/guides/backups.md: there is no bucket here",
  "docs/guides/backups.md: there is no bucket here",
  "docs/guides/backups.md: needs Velero and a cluster with nodes",
  "docs/guides/disaster-recovery.md: simulated pods have no processes; test/install/images.test.ts starts what is in the image",
  "docs/guides/disaster-recovery.md: simulated pods have no processes; test/nodes/recovery.test.ts follows it on real nodes",
  "docs/guides/disaster-recovery.md: simulated pods have no processes; test/nodes/recovery.test.ts follows it on real nodes",
  "docs/guides/disaster-recovery.md: simulated pods have no processes; test/nodes/recovery.test.ts follows it on real nodes",
  "docs/guides/disaster-recovery.md: simulated pods have no processes; test/nodes/recovery.test.ts follows it on real nodes",
  "docs/guides/disaster-recovery.md: simulated pods have no processes; test/nodes/recovery.test.ts follows it on real nodes",
  "docs/guides/installing.md: it downloads manifests and wants nodes that really run pods",
  "docs/guides/from-nothing.md: it orders servers",
  "docs/guides/from-nothing.md: it orders servers",
  "docs/guides/from-nothing.md: it downloads charts and manifests, and wants nodes that really run pods",
  "docs/guides/from-nothing.md: there is no cert-manager on the tests' management cluster; test/nodes/last-mile.test.ts runs one with such an Issuer",
  "docs/guides/from-nothing.md: test/install/release.test.ts installs the chart; what is said here is held to it by test/docs/chart-values.test.ts",
  "docs/guides/hetzner-clusters.md: needs clusterctl and its downloads, and a management cluster with nodes",
  "docs/guides/disaster-recovery.md: no operator may run beside it; test/e2e/recovery.test.ts does it",
  "docs/guides/security-model.md: a person reads the codes from an app; test/api/second-factors.test.ts does it",
  "docs/guides/shells.md: the nodes of the tests' platform are simulated; test/cli/pod-commands.test.ts runs them",
  "docs/guides/shells.md: it would take the shells from the guides that follow",
  "docs/guides/runs.md: the nodes of the tests' platform are simulated; test/api/deployment-runs.test.ts and test/nodes/exec.test.ts run them",
  "docs/guides/runs.md: the nodes of the tests' platform are simulated; test/e2e/release-command.test.ts and test/nodes/releases.test.ts run it",
  "docs/guides/runs.md: the nodes of the tests' platform are simulated; test/e2e/jobs.test.ts and test/nodes/jobs.test.ts run it",
  "docs/guides/security-model.md: nobody here has lost an account",
  "docs/guides/alerts.md: nothing goes wrong on the tests' platform; test/api/alerts.test.ts makes it",
  "docs/guides/deployments.md: it ends a story in which everything runs; test/simulation/sleep.test.ts and test/cli/commands.test.ts do it",
  "docs/guides/releasing.md: test/scripts/release does the same, with small images; its long form with the real ones",
  "docs/guides/releasing.md: it makes a key that is to be kept",
  "docs/guides/releasing.md: it asks the registry for the base image, and publishes",
  "docs/guides/releasing.md: test/scripts/release/foreign-images.test.ts does the same",
  "docs/guides/releasing.md: nothing is published yet",
  "docs/guides/deployments.md: there is no Docker here; test/api/registry/own-registry.test.ts speaks its protocol",
];

const COMMAND = /^(kubectl|helm|curl|berth|berthctl|argocd|clusterctl|docker|git|make|npm|node|psql) \S/;

const stepsOf = <K extends Step["kind"]>(plans: readonly Plan[], kind: K): Extract<Step, { kind: K }>[] =>
  plans.flatMap(({ steps }) => steps.filter((step): step is Extract<Step, { kind: K }> => step.kind === kind));

describe("the blocks of the guides", () => {
  const plans = GUIDES.map(planOf);

  for (const { document, faults } of plans)
    it(`are run, checked, or left out for a reason: ${document}`, () => expect(faults).to.deep.equal([]));

  it("are left out only where it is written down here", () => {
    const found = stepsOf(plans, "left out").map(({ block, why }) => `${block.document}: ${why}`);
    expect(found).to.have.members(LEFT_OUT);
  });

  const unshown = (guides: readonly Document[]): string[] => {
    const shown = guides
      .flatMap(blocksOf)
      .map(({ text }) => text)
      .join("\n");
    return guides.flatMap(spansOf).filter((span) => COMMAND.test(span) && !shown.includes(span));
  };

  it("show every command that the prose speaks of", () => {
    expect(unshown(GUIDES)).to.deep.equal([]);
    const text = "Type `kubectl get pods`, `helm list`, `make`.\n\n```sh\nhelm list --all\n```\n";
    expect(unshown([{ path: "bad.md", text }])).to.deep.equal(["kubectl get pods"]);
  });

  it("of installing are all run by the test of the installation, and it runs no others", async () => {
    const test = await readFile(new URL("../install/release.test.ts", import.meta.url), "utf8");
    const run = [...test.matchAll(/\.follow\("([a-z]+)"\)/g)].map(([, step = ""]) => step);
    expect(new Set(stepsOf(plans, "installed").map(({ step }) => step))).to.deep.equal(new Set(run));
  });

  const faultOf = (...lines: string[]): string =>
    planOf({ path: "bad.md", text: `${lines.join("\n")}\n` }).faults.join();
  for (const [what, lines, fault] of [
    ["a fence that nobody runs", ["```bash", "kubectl get pods", "```"], '"bash" is no fence'],
    ["a fence without a name", ["```", "kubectl get pods", "```"], '"" is no fence'],
    ["commands in a text", ["```text", "kubectl get pods", "```"], "looks like commands"],
    ["a block without a command", ["```sh", "# kubectl get pods", "```"], "no command"],
    ["a hidden failure", ["```sh", "kubectl get pods || true", "```"], "failure is hidden"],
    ["a reason that is none", ["<!-- not run: no -->", "```sh", "ls", "```"], "needs a reason"],
    ["an unknown mark", ["<!-- skip: because it is slow -->", "```sh", "ls", "```"], "nobody knows the mark"],
    ["output of nothing", ["<!-- output -->", "```text", "done", "```"], "follows a block that is run"],
    ["a file that nobody uses", ["<!-- file: a.yaml -->", "```yaml", "a: 1", "```"], "nothing uses the file"],
    ["a pipeline without commands", ["<!-- pipeline: gitlab -->", "```yaml", "a: {stage: b}", "```"], "no shell step"],
    ["a request to nowhere", ["```http", "GET /nowhere", "```"], "no operation"],
    ["a request that is refused", ["```http", "POST /api-keys", '{"nome": "x"}', "```"], "nome"],
    ["an unknown setting", ["```env", "BERTH_NO_SUCH_SETTING=1", "```"], "BERTH_NO_SUCH_SETTING is not a setting"],
    ["broken YAML", ["```yaml", "a: [", "```"], "no YAML"],
  ] as const)
    it(`would be found out (known bad): ${what}`, () => expect(faultOf(...lines)).to.contain(fault));
});

describe("following a guide", () => {
  let workDir: string;
  before(async () => {
    workDir = await mkdtemp(join(tmpdir(), "berth-guide-"));
  });
  after(() => rm(workDir, { recursive: true }));

  const follow = (lines: readonly string[], deadlineMs = 10_000): Promise<Followed> => {
    const guide: Document = { path: "guide.md", text: `${lines.join("\n")}\n` };
    return followGuide(planOf(guide), { workDir, deadlineMs, env: { PATH: process.env["PATH"] ?? "" } });
  };
  const sh = (...lines: string[]): string[] => ["```sh", ...lines, "```", ""];
  const output = (...lines: string[]): string[] => ["<!-- output -->", "```text", ...lines, "```", ""];

  it("runs blocks in one shell, compares what they print, and hands variables on", async () => {
    const file = ["<!-- file: greeting.txt -->", "```text", "ahoy $NAME", "```", ""];
    const text = [
      ...sh("NAME=ada"),
      ...file,
      ...sh("cat greeting.txt", 'echo "$NAME   $$"'),
      ...output("ahoy $NAME", "ada …"),
    ];
    const { faults, commands, env } = await follow(text);
    expect(faults).to.deep.equal([]);
    expect([commands, env["NAME"]]).to.deep.equal([3, "ada"]);
  });

  it("runs the shell steps of pipelines with their variables", async () => {
    const github = [
      "jobs:",
      "  a:",
      "    env: { GREETING: '${{ github.sha }}' }",
      "    steps:",
      "      - uses: x/y@v1",
    ];
    const steps = [...github, '      - run: echo "$GREETING" > said'];
    const text = [
      ...sh("GITHUB_SHA=c0ffee"),
      "<!-- pipeline: github -->",
      "```yaml",
      ...steps,
      "```",
      "",
      ...sh("cat said"),
    ];
    expect((await follow([...text, ...output("c0ffee")])).faults).to.deep.equal([]);
    expect((await follow([...text, ...output("decaf")])).faults).to.have.length(1);
  });

  for (const [what, lines, fault] of [
    ["a command that fails", [...sh("true"), ...sh("ls /no/such/file")], "guide.md:5: it ended with 2: ls:"],
    ["a failure within a pipe", sh("false | cat"), "it ended with 1"],
    ["a variable that nobody set", sh('echo "$NOBODY_SET_THIS"'), "NOBODY_SET_THIS: unbound variable"],
    ["other output", [...sh("echo one"), ...output("two")], "it shows\ntwo\nand got\none"],
    ["more output", [...sh("echo one; echo two"), ...output("one")], "it shows\none\nand got\none\ntwo"],
    ["commands that are skipped", [...sh("exit 0"), ...sh("false")], "it ended with 0"],
    [
      "a failing pipeline",
      ["<!-- pipeline: gitlab -->", "```yaml", "a: {script: ['false']}", "```"],
      "it ended with 1",
    ],
  ] as const)
    it(`finds (known bad) ${what}`, async () => expect((await follow(lines)).faults.join()).to.contain(fault));

  it("finds a command that does not end", async () => {
    expect((await follow(sh("sleep 60"), 500)).faults.join()).to.contain("no answer in time");
  });

  it("knows what may differ in output, and what may not", () => {
    expect(outputFault("NAME   AGE\nshop   …\n…\nend", "NAME AGE\nshop 5s\na\nb\nend\n")).to.equal(undefined);
    expect(outputFault("NAME   AGE\n…", "NAME AGE\n")).to.equal(undefined);
    expect(outputFault("a.c", "abc")).to.not.equal(undefined);
    expect(outputFault("id …", "id")).to.not.equal(undefined);
    expect(outputFault("…\nend", "a\nend\nmore")).to.not.equal(undefined);
  });
});
