import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Pool } from "../../../adapters/postgres/pool.ts";
import { RefusalNotes } from "../../../api/http/note-refusals.ts";
import { createLogger } from "../../../adapters/log/logger.ts";

describe("notes of refused requests", () => {
  const refused = (id: string, address = "203.0.113.1"): Parameters<RefusalNotes["add"]>[0] => {
    const state = {
      route: { operation: { operationId: "getCluster" } },
      parameters: { cluster_id: id },
      requestId: "r",
      principal: undefined,
      caller: undefined,
    };
    return { state, address, code: "not_found" };
  };

  it("write 200 rows a minute at most, the others later, and keep a bounded number waiting", async () => {
    const rows: unknown[][] = [];
    const query = ({ values }: { values: unknown[] }): Promise<void> => Promise.resolve(void rows.push(values));
    let nowMs = 60_000;
    const notes = new RefusalNotes({ query } as unknown as Pool, createLogger("test", "error"), () => nowMs);
    const flush = async (): Promise<number> => {
      rows.length = 0;
      await notes.flush();
      return rows.length;
    };
    for (let index = 0; index < 5_000; index += 1) notes.add(refused(randomUUID(), `203.0.113.${index % 200}`));
    expect([await flush(), await flush()]).to.deep.equal([200, 0]);
    const written = [];
    for (let minute = 0; minute < 6; minute += 1) {
      nowMs += 60_000;
      written.push(await flush());
    }
    expect(written).to.deep.equal([200, 200, 200, 200, 0, 0]);
    await notes.close();
  });

  it("of one who asks for what is not there again and again keep nobody else's out", async () => {
    const rows: unknown[][] = [];
    const query = ({ values }: { values: unknown[] }): Promise<void> => Promise.resolve(void rows.push(values));
    const notes = new RefusalNotes({ query } as unknown as Pool, createLogger("test", "error"));
    for (const other of ["198.51.100.1", "198.51.100.2"]) {
      for (let index = 0; index < 5_000; index += 1) notes.add(refused(randomUUID()));
      notes.add(refused(randomUUID(), other));
      rows.length = 0;
      await notes.flush();
      const addresses = rows.map((values) => values[10]);
      expect([addresses.length, addresses.at(-1)], "what was written leaves its place").to.deep.equal([51, other]);
    }
    await notes.close();
  });

  it("keep what Postgres did not take for the next time, and count alike ones", async () => {
    const rows: unknown[][] = [];
    let isAway = true;
    const query = ({ values }: { values: unknown[] }): Promise<void> =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve(void rows.push(values));
    const notes = new RefusalNotes({ query } as unknown as Pool, createLogger("test", "error"));
    const one = refused(randomUUID());
    notes.add(one);
    await notes.flush();
    isAway = false;
    notes.add(one);
    await notes.close();
    expect(rows.map((values) => values[9])).to.deep.equal([JSON.stringify({ after: { code: "not_found", times: 2 } })]);
  });
});
