import type { Pool } from "../../adapters/postgres/pool.ts";

/** What a database says to statements that hold a text: rows, or how many were written. */
export type Answers = Readonly<Record<string, readonly object[] | number>>;

type Statement = string | Readonly<{ text: string; values?: readonly unknown[] }>;

const FRAME = /^(BEGIN|COMMIT|ROLLBACK)/;

/**
 * Makes a pool that says what a test wants and notes what it is asked: for what decides by answers of the database. That its
 * statements are right show the tests with a gateway.
 */
export function answeringPool(answers: Answers, note: (text: string, values: readonly unknown[]) => void): Pool {
  const query = (statement: Statement, given: readonly unknown[] = []): Promise<object> => {
    const { text, values = given } = typeof statement === "string" ? { text: statement } : statement;
    const plain = text.replaceAll(/\s+/g, " ");
    if (!FRAME.test(plain)) note(plain, values);
    const [, said = []] = Object.entries(answers).find(([part]) => plain.includes(part)) ?? [];
    const rows = typeof said === "number" ? [] : said;
    return Promise.resolve({ rows, rowCount: typeof said === "number" ? said : rows.length });
  };
  const client = {
    query,
    release: () => undefined,
    on: () => undefined,
    off: () => undefined,
    removeListener: () => undefined,
  };
  return { query, connect: () => Promise.resolve(client) } as unknown as Pool;
}
