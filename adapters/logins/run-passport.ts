import passport, { type Strategy } from "passport";
import type { LoginMemory, LoginStart, ProvenIdentity, ProviderAnswer } from "./login-provider.ts";
import { providerFault } from "./provider-faults.ts";

/** What a strategy came to; faults are thrown. */
type Outcome =
  | Readonly<{ kind: "redirect"; url: string }>
  | Readonly<{ kind: "proven"; identity: ProvenIdentity }>
  | Readonly<{ kind: "refused" }>;

/** Stands in for the session that strategies want: it holds one login, and the browser keeps it. */
export type LoginSession = { login?: LoginMemory };
/** What a strategy sees of a request. */
type StrategyRequest = Readonly<{ session: LoginSession; query: ProviderAnswer }>;

/**
 * Runs a strategy of passport without a web framework: it sees a stand-in of a request, and its redirect is caught.
 * A strategy serves one run, because passport hangs the run's functions on it.
 */
export function runPassport(strategy: Strategy, { session, query }: StrategyRequest): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(error instanceof Error ? error : new Error("A strategy failed"));
    const done = (error: unknown, identity?: unknown): void => {
      if (error !== null && error !== undefined) fail(error);
      else resolve(isIdentity(identity) ? { kind: "proven", identity } : { kind: "refused" });
    };
    let url = "";
    const response = {
      statusCode: 0,
      setHeader: (name: string, value: string) => {
        if (name === "Location") url = value;
      },
      end: () => resolve({ kind: "redirect", url }),
    };
    const request = { method: "GET", headers: {}, session, query: Object.fromEntries(query) };
    const run = passport.authenticate(strategy, { session: false }, done) as (...parts: unknown[]) => void;
    run(request, response, fail);
  });
}

/** Begins a login by a strategy's first run, which redirects and leaves in the session what the answer is held against. */
export async function beginLogin(
  name: string,
  run: (session: LoginSession, query: ProviderAnswer) => Promise<Outcome>,
): Promise<LoginStart> {
  const session: LoginSession = {};
  const outcome = await run(session, new URLSearchParams());
  if (outcome.kind !== "redirect" || session.login === undefined) throw providerFault(name, "broken");
  return { url: outcome.url, memory: session.login };
}

function isIdentity(value: unknown): value is ProvenIdentity {
  return typeof value === "object" && value !== null && "subject" in value;
}
