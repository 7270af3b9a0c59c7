/*
 * Signs a person in at Berth's own authorization server (docs/guides/connected-applications.md):
 * 1. the browser asks the person, with PKCE; it comes back to a port of this machine that only this run listens on;
 * 2. where no browser is, the person opens the address elsewhere and brings back the address where it ended;
 * 3. the code is traded for tokens that rotate; revoking one ends them all.
 */
import * as oidc from "openid-client";
import { LOGIN } from "../generated/login.ts";
import type { Tokens } from "../contexts.ts";
import { UsageError } from "../output/explain-fault.ts";
import { listenForCallback } from "./callback-server.ts";

/** How requests are sent; tests bring their own. */
export type Send = (request: Request) => Promise<Response>;

/** How the person is brought to the page, and what brings their answer where the page cannot. */
export type Bring = (address: string, port: number) => Promise<string | undefined>;

/** Signs in; `bring` answers the address where the page ended, or nothing where it comes by itself. */
export async function signIn(url: string, send: Send, bring: Bring, signal: AbortSignal): Promise<Tokens> {
  const config = await discover(url, send);
  const callback = await listenForCallback();
  try {
    const verifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const redirect = `http://127.0.0.1:${callback.port}/callback`;
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: LOGIN.scope,
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const arrived = callback.arrival(state, signal);
    const brought = bring(address.href, callback.port).then((text) => (text === undefined ? arrived : addressOf(text)));
    const ended = await Promise.race([arrived, brought]);
    const answer = await oidc.authorizationCodeGrant(config, ended, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    return tokensOf(answer);
  } catch (fault) {
    throw translated(fault);
  } finally {
    callback.close();
  }
}

/** Trades a refresh token for new tokens; the old ones serve no more. */
export async function renew(url: string, send: Send, { refresh }: Tokens): Promise<Tokens> {
  try {
    const config = await discover(url, send);
    return tokensOf(await oidc.refreshTokenGrant(config, refresh));
  } catch (fault) {
    throw translated(fault);
  }
}

/** Ends a login at the server. */
export async function revoke(url: string, send: Send, { refresh }: Tokens): Promise<void> {
  await oidc.tokenRevocation(await discover(url, send), refresh);
}

async function discover(url: string, send: Send): Promise<oidc.Configuration> {
  const viaSend: oidc.CustomFetch = (address, options) => send(new Request(address, options));
  const execute = new URL(url).protocol === "http:" ? [oidc.allowInsecureRequests] : [];
  const options = { algorithm: "oauth2", execute, [oidc.customFetch]: viaSend } as const;
  try {
    return await oidc.discovery(new URL(`${url}/oauth`), LOGIN.clientId, {}, oidc.None(), { ...options, execute });
  } catch (fault) {
    throw new UsageError(
      `${url} offers no login: is it the address that Berth is known by (BERTH_PUBLIC_URL)? Else use a key: berth login --key.`,
      {
        cause: fault,
      },
    );
  }
}

function tokensOf(answer: oidc.TokenEndpointResponse): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: seconds = 0 } = answer;
  if (refresh === undefined) throw new UsageError("The login cannot be renewed; use a key: berth login --key.");
  return { access, refresh, expiresAtMs: Date.now() + seconds * 1_000 };
}

function addressOf(text: string): URL {
  if (!URL.canParse(text.trim())) throw new UsageError("That is no address; copy all of it, from http on.");
  return new URL(text.trim());
}

/** What the server says of a refusal is a word of the protocol. */
function translated(fault: unknown): unknown {
  if (fault instanceof oidc.AuthorizationResponseError)
    return new UsageError(`The login was not given: ${fault.error}.`);
  if (fault instanceof oidc.ResponseBodyError)
    return new UsageError(`The login has ended (${fault.error}): sign in again with "berth login".`);
  return fault;
}
