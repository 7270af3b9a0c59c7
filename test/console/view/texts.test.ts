import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { sayCondition } from "../../../console/view/condition-words.ts";
import { deploymentActions } from "../../../console/view/deployment-actions.ts";
import { diffLines } from "../../../console/view/diff-lines.ts";
import {
  addSources,
  containersToChoose,
  findLines,
  keepLines,
  LINES_MAX,
  logText,
} from "../../../console/view/log-buffer.ts";

const ROOT = join(import.meta.dirname, "../../..");
const line = (text: string, pod = "web-1") => ({ pod, container: "app", at: null, text });

describe("A condition in plain words", () => {
  it("says whether it is good, also where the truth of it is bad", () => {
    const said = [
      sayCondition({ type: "Healthy", status: "False" }),
      sayCondition({ type: "Synced", status: "False" }),
      sayCondition({ type: "Stalled", status: "True" }),
      sayCondition({ type: "Drifted", status: "False" }),
    ];
    expect(said.map(({ tone }) => tone)).to.deep.equal(["bad", "moving", "bad", "good"]);
  });

  it("has words for each that the operator tells of a deployment or cluster (known bad: one that nobody knows)", () => {
    const types = typesToldIn("operator/machines/{deployment,cluster}/*.ts");
    expect(types).to.include.members(["BackedUp", "NamesPoint", "Provisioned", "Healthy"]);
    const unsaid = (type: string): boolean =>
      [sayCondition({ type, status: "True" }), sayCondition({ type, status: "False" })].some(({ sentence }) =>
        /: (?:yes|no)\.$/.test(sentence),
      );
    expect(types.filter(unsaid)).to.deep.equal([]);
    expect(unsaid("RobotsAreHappy")).to.equal(true);
  });

  it("is its name where nobody knows it", () => {
    expect(sayCondition({ type: "RobotsAreHappy", status: "True" })).to.deep.equal({
      sentence: "Robots are happy: yes.",
      tone: "good",
    });
    expect(sayCondition({ type: "RobotsAreHappy", status: "Unknown" }).tone).to.equal("quiet");
  });
});

/** Reads from sources the types of conditions that they tell, by their text or by the constant of a file. */
function typesToldIn(pattern: string): readonly string[] {
  const types = globSync(pattern, { cwd: ROOT }).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return [...text.matchAll(/\bconditionOf\(\s*(?:"(\w+)"|([A-Z_]+)\b)/g)].map(
      ([, type, name = ""]) => type ?? new RegExp(`const ${name} = "(\\w+)"`).exec(text)?.[1] ?? name,
    );
  });
  return [...new Set(types)];
}

describe("What is offered to be done to a deployment", () => {
  it("is what its state allows", () => {
    const offered = (status: string, type = "web_app", isStaged = false): string[] =>
      deploymentActions({ status, app_type: type, is_staged: isStaged }).map(({ id }) => id);
    expect(offered("running")).to.deep.equal(["change", "restart", "stop", "sync", "promote", "delete"]);
    const told = { type: "CertificateReady", status: "True", reason: "Issued" };
    const certified = (...more: (typeof told)[]): string[] =>
      deploymentActions({
        status: "running",
        app_type: "web_app",
        is_staged: false,
        conditions: [told, ...more],
      }).map(({ id }) => id);
    expect(certified()).to.include("renew");
    expect(certified({ type: "CertificateRenewed", status: "True", reason: "Renewed" })).to.include("renew");
    expect(certified({ type: "CertificateRenewed", status: "False", reason: "Renewing" })).to.not.include("renew");
    expect(offered("stopped")).to.deep.equal(["change", "start", "sync", "promote", "delete"]);
    expect(offered("running", "helm")).to.deep.equal(["change", "sync", "promote", "delete"]);
    expect(offered("running", "web_app", true)).to.deep.equal(["sync", "change", "delete"]);
    expect(offered("running", "job")).to.deep.equal(["change", "run", "sync", "promote", "delete"]);
    expect(offered("running", "cron_job")).to.deep.equal(["change", "run", "stop", "sync", "promote", "delete"]);
    expect(offered("stopped", "cron_job")).to.deep.equal(["change", "run", "start", "sync", "promote", "delete"]);
    expect(offered("deleting")).to.deep.equal([]);
  });
});

describe("Stopping and starting what sleeps", () => {
  it("says until when that holds", () => {
    const said = (status: string, sleep: object | null): (string | undefined)[] =>
      deploymentActions({ status, app_type: "web_app", is_staged: false, sleep })
        .filter(({ id }) => id === "stop" || id === "start")
        .map(({ sentence }) => /until the next turn/.exec(sentence)?.[0]);
    expect(said("running", {})).to.deep.equal(["until the next turn"]);
    expect(said("stopped", {})).to.deep.equal(["until the next turn"]);
    expect(said("running", null)).to.deep.equal([undefined]);
  });
});

describe("A unified diff", () => {
  it("is lines by their kinds, without the names of files", () => {
    expect(diffLines("--- a\n+++ b\n@@ -1 +1 @@\n-x: 1\n+x: 2\n y: 3\n")).to.deep.equal([
      { kind: "place", text: "@@ -1 +1 @@" },
      { kind: "removed", text: "-x: 1" },
      { kind: "added", text: "+x: 2" },
      { kind: "same", text: " y: 3" },
    ]);
  });
});

describe("The lines of a log", () => {
  it("are kept up to a number, each with its own", () => {
    const many = Array.from({ length: LINES_MAX }, () => line("same"));
    const kept = keepLines(keepLines([], many), [line("last")]);
    expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).to.deep.equal([LINES_MAX, 2, LINES_MAX + 1]);
  });

  it("are found by their text as it is, and by pod", () => {
    const kept = keepLines([], [line("GET /a"), line("get /b", "web-2"), line("(.*")]);
    const all = { words: "", pod: "", container: "" };
    expect(findLines(kept, { ...all, words: "get" }).map(({ text }) => text)).to.deep.equal(["GET /a", "get /b"]);
    expect(findLines(kept, { ...all, pod: "web-2" })).to.have.length(1);
    expect(findLines(kept, { ...all, words: "(.*" })).to.have.length(1);
    expect(findLines(kept, { ...all, container: "app" })).to.have.length(3);
    expect(findLines(kept, { ...all, container: "proxy" })).to.have.length(0);
    expect(logText(kept)).to.equal("- web-1/app GET /a\n- web-2/app get /b\n- web-1/app (.*\n");
  });

  it("offer a choice of containers where a pod has several, also once only those of one come", () => {
    const single = addSources(new Set(), [line("a"), line("b"), line("c", "web-2")]);
    expect(containersToChoose(single)).to.deep.equal([]);
    const several = addSources(single, [{ ...line("d", "web-2"), container: "proxy" }]);
    expect(containersToChoose(addSources(several, [line("e")]))).to.deep.equal(["app", "proxy"]);
    const each = addSources(new Set(), [line("a"), { ...line("b", "web-2"), container: "proxy" }]);
    expect(containersToChoose(each)).to.deep.equal([]);
  });
});
