import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";
import { misbehave, type ProviderFault } from "./provider-fault.ts";

type GithubEmail = Readonly<{ email: string; primary: boolean; verified: boolean }>;
/** Who sits in front of the browser. */
export type GithubUser = Readonly<{
  id: unknown;
  login: string;
  name: string | null;
  emails: readonly GithubEmail[];
}>;
type Grant = Readonly<{ challenge: string; redirectUri: string; user: GithubUser }>;

export const GITHUB_CLIENT = { id: "Iv1.berth", secret: "github-client-secret" };

/** Speaks GitHub's web application flow, with PKCE, and the two calls of its API that a login needs. */
export class GithubServer {
  /** Signed in at GitHub; nobody = the consent is denied. */
  user: GithubUser | undefined;
  /** Misbehaviour by path. */
  readonly faults = new Map<string, ProviderFault>();
  /** Paths that were asked, in order. */
  readonly asked: string[] = [];
  /** What the token endpoint says instead of tokens. */
  tokenError: string | undefined;
  readonly #codes = new Map<string, Grant>();
  readonly #tokens = new Map<string, GithubUser>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://github");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.asked.push(url.pathname);
    const fault = this.faults.get(url.pathname);
    if (fault !== undefined) misbehave(fault, response);
    else if (url.pathname === "/login/oauth/authorize") this.#authorize(url.searchParams, response);
    else if (url.pathname === "/login/oauth/access_token")
      this.#trade(request, new URLSearchParams(Buffer.concat(chunks).toString()), response);
    else if (url.pathname.startsWith("/api/v3/user")) this.#tell(request, url.pathname, response);
    else response.writeHead(404).end();
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const text = (name: string): string => query.get(name) ?? "";
    const back = new URL(text("redirect_uri"));
    const isKnown = text("client_id") === GITHUB_CLIENT.id && text("response_type") === "code";
    const isSafe = text("code_challenge_method") === "S256" && text("state").length >= 32;
    if (!isKnown || !isSafe || text("scope") !== "read:user user:email") {
      response.writeHead(400).end("Bad authorization request");
      return;
    }
    back.searchParams.set("state", text("state"));
    if (this.user === undefined) {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The user has denied your application access.");
    } else {
      const code = randomBytes(10).toString("hex");
      this.#codes.set(code, { challenge: text("code_challenge"), redirectUri: text("redirect_uri"), user: this.user });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  #trade(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const refuse = (error: string): void =>
      answer(response, { error, error_description: "No (secret-of-the-provider)" });
    const grant = this.#codes.get(form.get("code") ?? "");
    this.#codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (request.headers.accept !== "application/json") response.writeHead(406).end();
    else if (this.tokenError !== undefined) refuse(this.tokenError);
    else if (form.get("client_secret") !== GITHUB_CLIENT.secret) refuse("incorrect_client_credentials");
    else if (grant?.challenge !== challenge) refuse("bad_verification_code");
    else if (form.get("redirect_uri") !== grant.redirectUri) refuse("redirect_uri_mismatch");
    else {
      const token = `gho_${randomBytes(18).toString("base64url")}`;
      this.#tokens.set(token, grant.user);
      answer(response, { access_token: token, token_type: "bearer", scope: "read:user,user:email" });
    }
  }

  #tell(request: IncomingMessage, path: string, response: ServerResponse): void {
    const user = this.#tokens.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    if (user === undefined || request.headers["user-agent"] === undefined) {
      response.writeHead(401, { "content-type": "application/json" }).end('{"message":"Bad credentials"}');
      return;
    }
    const { emails, ...profile } = user;
    answer(response, path.endsWith("/emails") ? emails : { ...profile, avatar_url: "https://avatars.example.org/1" });
  }
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
