import { Socket } from "node:net";
import pg from "pg";

/** One connection in which every wait ends. */
export type PatientClient = Readonly<{
  on: pg.Client["on"];
  connect: () => Promise<void>;
  query: <R extends pg.QueryResultRow>(query: string | pg.QueryConfig) => Promise<pg.QueryResult<R>>;
  end: () => Promise<void>;
}>;

const PATIENCE_MS = 2_000;
const TICK_MS = 100;

/**
 * Creates a connection that breaks when Postgres leaves an answer out for two seconds. What counts is the time in which
 * this process would have heard it: pg's own timers run out while a busy start holds the process up, before it reads what
 * has long come.
 */
export function createPatientClient(config: pg.ClientConfig): PatientClient {
  const socket = new Socket();
  const client = new pg.Client({ ...config, stream: () => socket });
  const patiently = async <T>(answer: Promise<T>): Promise<T> => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks * TICK_MS === PATIENCE_MS) socket.destroy(notAnswered());
    }, TICK_MS);
    try {
      return await answer;
    } finally {
      clearInterval(timer);
    }
  };
  return {
    on: client.on.bind(client),
    connect: () => patiently(client.connect().then(() => undefined)),
    query: (query) => patiently(client.query(query)),
    end: () => client.end(),
  };
}

function notAnswered(): Error {
  return Object.assign(new Error("Postgres did not answer in time"), { code: "ETIMEDOUT" });
}
