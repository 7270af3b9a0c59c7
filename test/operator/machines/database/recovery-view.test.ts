import { expect } from "chai";
import { readRecoveryFault } from "../../../../operator/machines/database/recovery-view.ts";
import { isSuperlinear } from "../../../support/growth.ts";

const record = (severity: string, message: string): string =>
  JSON.stringify({ level: "info", logger: "postgres", msg: "record", record: { error_severity: severity, message } });
const UNREACHED = record("FATAL", "recovery ended before configured recovery target was reached");

describe("The log of a recovery that failed", () => {
  it("says that the archive ends before the moment, of when its last change is, and what to do", () => {
    const log = [
      '{"level":"info","msg":"Restore through plugin detected"}',
      record("LOG", "redo done at 0/8C000410 system usage: CPU: user: 0.00 s"),
      record("LOG", "last completed transaction was at log time 2024-07-28 06:53:36.485066+00"),
      UNREACHED,
      '{"level":"error","msg":"restore error"}',
    ].join("\n");
    expect(readRecoveryFault(log)).to.deep.equal({
      reason: "RecoveryTargetNotReached",
      message:
        "the archive holds no change after the moment that was asked for, its last one is of 2024-07-28T06:53:36.485Z",
      remedy: "Restore an earlier moment, or make a backup of the source and restore that",
    });
    expect(readRecoveryFault(UNREACHED).message).to.match(/asked for$/);
  });

  it("says what PostgreSQL ended with else, and that the log knows where nothing does", () => {
    const other = readRecoveryFault(
      `${UNREACHED.slice(0, 40)}\n${record("FATAL", "requested timeline 3 is no child")}`,
    );
    expect([other.reason, other.message]).to.deep.equal([
      "RecoveryFailed",
      "its recovery from the archive failed: requested timeline 3 is no child",
    ]);
    for (const log of ["", "no JSON", "{}", '{"record":7}', "null", '{"record":{"message":7}}'])
      expect(readRecoveryFault(log).message, log).to.match(/the log of its job says why/);
  });

  it("is read in linear time, however it is written", async () => {
    for (const piece of ["{", '{"record":', "\n", `${UNREACHED}\n`, "last completed transaction was at log time "])
      expect(
        await isSuperlinear(readRecoveryFault, (length) => piece.repeat(length / piece.length), 65_536),
        piece,
      ).to.equal(false);
  });
});
