import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider, { type Configuration } from "oidc-provider";
import { hangUp, listen } from "./listen.ts";
import { misbehave, type ProviderFault } from "./provider-fault.ts";

/** What the issuer knows of a person, by the name they sign in with. */
type OidcPerson = Readonly<Record<string, unknown>>;
export const OIDC_CLIENT = { client_id: "berth", client_secret: "oidc-client-secret-of-berth" };

type Options = Readonly<{ redirectUris: readonly string[]; client?: Readonly<Record<string, unknown>> }>;

/** A real OpenID Connect issuer, with its own pages for login and consent, that misbehaves on demand. */
export class OidcServer {
  readonly people = new Map<string, OidcPerson>();
  /** Misbehaviour by path. */
  readonly faults = new Map<string, ProviderFault>();
  /** Paths that were asked, in order. */
  readonly asked: string[] = [];
  /** Answers its keys, or what a test puts here. */
  keys: unknown;
  issuer = "";
  #handle: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start({ redirectUris, client }: Options): Promise<string> {
    this.issuer = `http://127.0.0.1:${await listen(this.#server)}`;
    const redirects = { redirect_uris: [...redirectUris], response_types: ["code" as const] };
    const configuration: Configuration = {
      clients: [{ ...OIDC_CLIENT, ...redirects, grant_types: ["authorization_code"], ...client }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
      cookies: { keys: [randomBytes(16).toString("hex")] },
      jwks: { keys: [newKey()] },
      pkce: { required: () => true },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...this.people.get(sub) }),
      }),
    };
    const provider = new Provider(this.issuer, configuration);
    this.#handle = provider.callback();
    return this.issuer;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? "/", this.issuer);
    this.asked.push(pathname);
    const fault = this.faults.get(pathname);
    if (fault !== undefined) misbehave(fault, response);
    else if (pathname === "/jwks" && this.keys !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(this.keys));
    else this.#handle?.(request, response);
  }
}

/** Makes a signing key of an issuer. */
export function newKey(): Record<string, unknown> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" };
}
