import { createBerth, type Berth, type Schemas } from "../client/main.ts";
import type { Surroundings } from "./config.ts";
import { readContexts, type Tokens } from "./contexts.ts";
import { findTarget, type Target } from "./find-target.ts";
import { UsageError } from "./output/explain-fault.ts";
import type { Streams } from "./join-shell.ts";
import type { Output } from "./output/output.ts";

/** What people may say before or after any command. */
export type GlobalOptions = Readonly<{ output: Output["format"]; context?: string; organization?: string }>;

/** What the process gives a run; tests bring their own. */
export type Host = Readonly<{
  surroundings: Surroundings;
  /** Whether a person sits there who can be asked. */
  canAsk: boolean;
  /** Asks for one line; a secret is not shown as it is typed. */
  ask: (question: string, signal: AbortSignal, isSecret?: boolean) => Promise<string>;
  /** Reads all of standard input. */
  readStdin: () => Promise<string>;
  /** What a command in a pod is joined with. */
  streams: Streams;
  /** Sends a request. */
  send: (request: Request) => Promise<Response>;
  /** Ends with Ctrl-C. */
  signal: AbortSignal;
  /** Does what gives another program the terminal: Ctrl-C is that program's alone until it is done. */
  lendTerminal: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens an address for the person, or throws. */
  openBrowser: (url: string) => Promise<void>;
}>;

type Organization = Schemas["OrganizationResponse"];

/** What a command works with. */
export class Means {
  readonly out: Output;
  readonly host: Host;
  readonly options: GlobalOptions;
  #berth: Berth | undefined;

  constructor(host: Host, out: Output, options: GlobalOptions) {
    this.host = host;
    this.out = out;
    this.options = options;
  }

  get signal(): AbortSignal {
    return this.host.signal;
  }

  /** Whom this run talks to. */
  get target(): Target {
    const { surroundings } = this.host;
    const named = this.options.context ?? surroundings.context;
    return findTarget(surroundings, readContexts(surroundings.configPath), named);
  }

  /** The client, made when a command first wants it. */
  get berth(): Berth {
    this.#berth ??= this.#connect();
    return this.#berth;
  }

  /** Finds the organization that is meant: the one that is named, else the active one. */
  async organization(signal?: AbortSignal): Promise<Organization> {
    const { organizations, active_organization_id: active } = await this.berth.getMe({}, { signal });
    const { organization: named } = this.options;
    const found = organizations.find(({ id, slug }) =>
      named === undefined ? id === active : id === named || slug === named,
    );
    if (found !== undefined) return found;
    const own = organizations.map(({ slug }) => slug).join(", ");
    throw new UsageError(`You are in no organization "${named ?? active}"; yours: ${own}.`);
  }

  /** The organization_id of a list or creation: what was named, else left to the server. */
  async organizationId(signal?: AbortSignal): Promise<{ organization_id?: string }> {
    return this.options.organization === undefined ? {} : { organization_id: (await this.organization(signal)).id };
  }

  /** Of a login: renewed where it is about to end. */
  async #token(url: string, context: string): Promise<string> {
    const { surroundings, send } = this.host;
    const { freshToken } = await import("./login/fresh-token.ts");
    const renew = async (tokens: Tokens, deadline: AbortSignal): Promise<Tokens> =>
      (await import("./login/authorization.ts")).renew(url, send, tokens, deadline);
    return freshToken({ configPath: surroundings.configPath, context, renew });
  }

  #connect(): Berth {
    const { url, key, context } = this.target;
    const fetch = this.host.send;
    const headers = { "user-agent": "berth-cli" };
    if (key !== undefined) return createBerth({ url, key, fetch, headers });
    if (context?.entry.tokens === undefined) return createBerth({ url, fetch, headers });
    return createBerth({ url, key: () => this.#token(url, context.name), fetch, headers });
  }
}
