/*
 * Signs a person in at Berth's own authorization server (docs/guides/connected-applications.md):
 * 1. the browser asks the person, with PKCE; it comes back to a port of this machine that only this run listens on;
 * 2. where no browser is, the person types a code in one elsewhere, and this run asks until they have decided (RFC 8628);
 * 3. what comes of it is tokens that rotate; revoking one ends them all.
 */
import * as oidc from "openid-client";
import { LOGIN } from "../generated/login.ts";
import type { Tokens } from "../contexts.ts";
import { UsageError } from "../output/explain-fault.ts";
import { listenForCallback } from "./callback-server.ts";

/** How requests are sent; tests bring their own. */
type Send = (request: Request) => Promise<Response>;

/** Signs in by the browser that `open` brings to the page. */
export async function signIn(
  url: string,
  send: Send,
  open: (address: string) => Promise<void>,
  signal: AbortSignal,
): Promise<Tokens> {
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
    await open(address.href);
    const answer = await oidc.authorizationCodeGrant(config, await arrived, {
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

/** Signs in by a code that `show` brings to the person, who types it in a browser on any machine. */
export async function signInByCode(
  url: string,
  send: Send,
  show: (address: string, code: string) => void,
  signal: AbortSignal,
): Promise<Tokens> {
  const config = await discover(url, send);
  try {
    const asked = await oidc.initiateDeviceAuthorization(config, { scope: LOGIN.scope });
    show(asked.verification_uri, asked.user_code);
    return tokensOf(await oidc.pollDeviceAuthorizationGrant(config, asked, undefined, { signal }));
  } catch (fault) {
    throw translated(fault);
  }
}

/** Trades a refresh token for new tokens; the old ones serve no more. */
export async function renew(url: string, send: Send, { refresh }: Tokens, deadline: AbortSignal): Promise<Tokens> {
  const inTime: Send = (request) => send(new Request(request, { signal: AbortSignal.any([request.signal, deadline]) }));
  try {
    const config = await discover(url, inTime);
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
  const viaSend: oidc.CustomFetch = (address, options) =>
    send(new Request(address, options)).catch((fault: unknown) => {
      throw new Unanswered(`${new URL(address).origin} does not answer; check the address and the network.`, {
        cause: fault,
      });
    });
  const execute = new URL(url).protocol === "http:" ? [oidc.allowInsecureRequests] : [];
  const options = { algorithm: "oauth2", execute, [oidc.customFetch]: viaSend } as const;
  try {
    return await oidc.discovery(new URL(`${url}/oauth`), LOGIN.clientId, {}, oidc.None(), options);
  } catch (fault) {
    throw undiscovered(url, fault);
  }
}

/** The library says of each request that did not come through that something went wrong. */
class Unanswered extends Error {}

function undiscovered(url: string, fault: unknown): unknown {
  const { cause } = fault as Readonly<{ cause?: unknown }>;
  if (cause instanceof Unanswered) return cause;
  const issuer = (cause as Readonly<{ body?: Readonly<{ issuer?: unknown }> }> | undefined)?.body?.issuer;
  if (typeof issuer === "string" && URL.canParse(issuer))
    return new UsageError(`${url} is known as ${new URL(issuer).origin}: sign in there.`, { cause: fault });
  return new UsageError(
    `${url} has no login: is it Berth's address, and is BERTH_PUBLIC_URL set there? A key works without: berth login --key.`,
    { cause: fault },
  );
}

function tokensOf(answer: oidc.TokenEndpointResponse): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: seconds = 0 } = answer;
  if (refresh === undefined) throw new UsageError("The login cannot be renewed; use a key: berth login --key.");
  return { access, refresh, expiresAtMs: Date.now() + seconds * 1_000 };
}

/** What the server says of a refusal is a word of the protocol. */
function translated(fault: unknown): unknown {
  if (fault instanceof Error && fault.cause instanceof Unanswered) return fault.cause;
  if (fault instanceof oidc.AuthorizationResponseError)
    return new UsageError(`The login was not given: ${fault.error}.`);
  if (fault instanceof oidc.ResponseBodyError && fault.error === "access_denied")
    return new UsageError(`The login was not given: ${fault.error}.`);
  if (fault instanceof oidc.ResponseBodyError && fault.error === "expired_token")
    return new UsageError("Nobody typed the code in time: begin again.");
  if (fault instanceof oidc.ResponseBodyError)
    return new UsageError(`The login has ended (${fault.error}): sign in again with "berth login".`);
  return fault;
}
