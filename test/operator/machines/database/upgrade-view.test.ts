import { expect } from "chai";
import { readUpgradeFault } from "../../../../operator/machines/database/upgrade-view.ts";
import { isSuperlinear } from "../../../support/growth.ts";

const said = (msg: string): string => JSON.stringify({ level: "info", logger: "pg_upgrade", msg, pipe: "stdout" });
const messageOf = (log: string): string => readUpgradeFault({ kind: "failed", log }, "15").message;

describe("The log of a major upgrade that failed", () => {
  it("says what pg_upgrade said before it ended", () => {
    const log = [
      said("Checking for prepared transactions                            ok"),
      said("Checking for contrib/isn with bigint-passing mismatch         fatal"),
      said(""),
      said("Your installation contains functions that cannot be carried over."),
      said("Failure, exiting"),
      JSON.stringify({ level: "error", msg: "Error", error: "error while running pg_upgrade: exit status 1" }),
    ].join("\n");
    expect(messageOf(log)).to.match(/^its major upgrade failed: Checking for prepared.* cannot be carried over\.$/);
  });

  it("says the last error where pg_upgrade never began, and that the log knows where nothing does", () => {
    const error = "while executing pg_controldata: exit status 127";
    expect(messageOf(JSON.stringify({ level: "error", msg: "Error", error }))).to.equal(
      `its major upgrade failed: ${error}`,
    );
    for (const log of ["", "no JSON", "{}", '{"msg":7}', "null", said("Failure, exiting")])
      expect(messageOf(log), log).to.match(/the log of its job says why/);
  });

  it("says what the real one ended with whose image could not run the programs of the version before", () => {
    const log = [
      '{"level":"info","ts":"2026-11-27T04:31:10.619043103Z","msg":"Starting the upgrade process","logging_pod":"postgres-1-major-upgrade"}',
      "Error: error while getting old data directory control data: while executing pg_controldata: fork/exec /controller/old/usr/lib/postgresql/15/bin/pg_controldata: no such file or directory",
      "",
    ].join("\n");
    expect(messageOf(log)).to.equal(
      "its major upgrade failed: error while getting old data directory control data: while executing pg_controldata: fork/exec /controller/old/usr/lib/postgresql/15/bin/pg_controldata: no such file or directory",
    );
  });

  it("says what a program of the new version said last, where there is no more than its exit status", () => {
    const words = 'initdb: error: program "postgres" is needed by initdb';
    const lines = [words, "initdb: hint: You can change this"].map((msg) => JSON.stringify({ msg, pipe: "stderr" }));
    const log = `${lines.join("\n")}\nError: error while creating the data directory: exit status 1`;
    expect(messageOf(log)).to.equal(
      `its major upgrade failed: error while creating the data directory: exit status 1: ${words}`,
    );
  });

  it("is cut where it is long", () => {
    expect(messageOf(JSON.stringify({ msg: "Error", error: "x".repeat(3_000) })).length).to.be.below(450);
  });

  it("is read in linear time, however it is written", async () => {
    for (const piece of [
      "{",
      "Error: ",
      '{"msg":',
      "\n",
      `${said("Failure, exiting")}\n`,
      `${said(" ".repeat(500))}\n`,
    ])
      expect(await isSuperlinear(messageOf, (length) => piece.repeat(length / piece.length), 65_536), piece).to.equal(
        false,
      );
  });
});
