import { BerthError } from "../../../contract/errors.ts";
import type { getReadiness } from "../../../contract/rest/health.ts";
import type { Context, Handler } from "../../http/context.ts";

type Dependency = Readonly<{ name: string; state: "up" | "down"; message: string | null }>;

const CHECK_TIMEOUT_MS = 3_000;

/** Asks every dependency; 503 with the same list when one is down, or when the gateway is about to stop. */
export const handle: Handler<typeof getReadiness> = async (context) => {
  const dependencies = await Promise.all([
    check("postgres", () => askPostgres(context)),
    check("kubernetes", () => context.services.kube.request("GET", "/readyz", { timeoutMs: CHECK_TIMEOUT_MS })),
    check("secret_store", () => context.services.secrets.ping(CHECK_TIMEOUT_MS)),
  ]);
  if (context.services.draining.aborted)
    throw new BerthError("unavailable", {
      publicMessage: "Not ready: this gateway is stopping.",
      details: { status: "not_ready", dependencies },
    });
  const away = dependencies.filter(({ state }) => state === "down").map(({ name }) => name);
  if (away.length > 0)
    throw new BerthError("unavailable", {
      publicMessage: `Not ready: ${away.join(" and ")} cannot be reached.`,
      details: { status: "not_ready", dependencies },
    });
  return { body: { status: "ready", dependencies }, headers: { "Cache-Control": "no-store" } };
};

async function askPostgres({ services }: Context): Promise<void> {
  await services.pool.query({ text: "SELECT 1", query_timeout: CHECK_TIMEOUT_MS } as { text: string });
}

async function check(name: string, ask: () => Promise<unknown>): Promise<Dependency> {
  try {
    await ask();
    return { name, state: "up", message: null };
  } catch {
    return { name, state: "down", message: "It does not answer" };
  }
}
