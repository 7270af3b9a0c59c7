/**
 * Speaks to Harbor's API (v2.0). Each call has one deadline and is not repeated: what is half done is finished by the next
 * regeneration, which removes every robot of ours but the newest.
 */
import { Agent, fetch, type RequestInit } from "undici";
import { z } from "zod";
import { BerthError } from "../../contract/errors.ts";
import { SecretText } from "../../contract/secret-text.ts";
import type { RegistryClient, Robot } from "./registry-client.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** How to reach Harbor, with an account that may make projects and robots. */
type HarborOptions = Readonly<{ url: string; username: string; password: SecretText; timeoutMs?: number }>;
type Call = Readonly<{ method: string; path: string; body?: unknown; accepts: readonly number[] }>;
type Answer = Readonly<{ status: number; body: unknown }>;

const TIMEOUT_MS = 8_000;
const PAGE = 100;
const robot = z.object({ id: z.int(), name: z.string().min(1), expires_at: z.int().optional() });
const createdRobot = robot.extend({ secret: z.string().min(1) });
const project = z.object({ project_id: z.int() });

/** Creates a client of Harbor. */
export function createHarborClient(options: HarborOptions): RegistryClient {
  const call = (request: Call): Promise<Answer> => send(options, request);
  const projectId = async (name: string): Promise<number> => {
    const found = await call({ method: "GET", path: `/projects/${encodeURIComponent(name)}`, accepts: [200] });
    return parse(project, found.body).project_id;
  };
  return {
    host: new URL(options.url).host,
    async ensureProject(name) {
      const body = { project_name: name, metadata: { public: "false" } };
      await call({ method: "POST", path: "/projects", body, accepts: [201, 409] });
    },
    async createRobot(namespace, { name, actions, days }) {
      const access = actions.map((action) => ({ resource: "repository", action }));
      const permissions = [{ kind: "project", namespace, access }];
      const body = { name, description: "Made by Berth", duration: days ?? -1, level: "project", permissions };
      const made = parse(createdRobot, (await call({ method: "POST", path: "/robots", body, accepts: [201] })).body);
      return { ...robotOf(made), secret: new SecretText(made.secret) };
    },
    async listRobots(name) {
      const query = `q=${encodeURIComponent(`Level=project,ProjectID=${await projectId(name)}`)}&page_size=${PAGE}`;
      const found = await call({ method: "GET", path: `/robots?${query}`, accepts: [200] });
      return parse(z.array(robot), found.body).map(robotOf);
    },
    async deleteRobot(id) {
      await call({ method: "DELETE", path: `/robots/${id}`, accepts: [200, 404] });
    },
  };
}

function robotOf({ id, name, expires_at: expires = -1 }: z.infer<typeof robot>): Robot {
  return { id, username: name, expiresAt: expires < 0 ? null : new Date(expires * 1000) };
}

async function send({ url, username, password, timeoutMs = TIMEOUT_MS }: HarborOptions, call: Call): Promise<Answer> {
  const authorization = `Basic ${Buffer.from(`${username}:${password.reveal()}`).toString("base64")}`;
  const { status, text } = await exchange(`${withoutEndSlashes(url)}/api/v2.0${call.path}`, {
    method: call.method,
    redirect: "error",
    headers: { authorization, "content-type": "application/json", "x-is-resource-name": "true" },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!call.accepts.includes(status)) throw refusal(status);
  return { status, body: text === "" ? undefined : parseJson(text) };
}

/** What is longer is no answer. */
const dispatcher = new Agent({ maxResponseSize: 1_048_576 });

async function exchange(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...init, dispatcher });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new BerthError("unavailable", {
      message: `The registry could not be asked: ${cause instanceof Error ? cause.name : "no answer"}`,
      publicMessage: "The registry does not answer; repeat later.",
    });
  }
}

function refusal(status: number): BerthError {
  const message = `Harbor answered ${status}`;
  if (status === 429)
    return new BerthError("unavailable", {
      message,
      publicMessage: "The registry takes no more requests now; repeat later.",
    });
  const publicMessage =
    status === 401 || status === 403
      ? "The registry refuses the platform's account; the platform's operator must renew it."
      : "The registry has a fault; repeat later.";
  return new BerthError("provider_failed", { message, publicMessage });
}

function nonsense(): BerthError {
  const publicMessage = "The registry did not answer as it should; repeat later.";
  return new BerthError("provider_failed", { message: "Harbor's answer makes no sense", publicMessage });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw nonsense();
  }
}

function parse<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw nonsense();
}
