import type { RequestListener } from "node:http";
import { callWithin } from "../http/call-within.ts";
import type { CallInput, CallOperation } from "./agent.ts";
import type { Caller } from "./caller.ts";
import { RefusedCall } from "./refused-call.ts";

/**
 * Calls operations of the gateway within the process, through all that a request from outside passes: limits,
 * authentication, roles, validation, audit. There is no other way from a tool to a resource.
 */
export function callOperationAs(app: RequestListener, caller: Caller): CallOperation {
  return async ({ method, path: template, success }, input = {}) => {
    const { contentType = JSON_TYPE } = success;
    const headers = {
      host: "gateway",
      "x-request-id": caller.requestId,
      "user-agent": "berth-agent",
      accept: contentType,
      ...(input.body !== undefined && { "content-type": JSON_TYPE }),
      ...input.headers,
    };
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const { address, proof } = caller;
    const answer = await callWithin(app, { method, url: urlOf(template, input), headers, body, address, proof });
    const { status, text } = answer;
    if (status >= 300) throw new RefusedCall(status, JSON.parse(text) as object);
    const parsed = contentType === JSON_TYPE ? (JSON.parse(text) as Record<string, unknown>) : {};
    const { etag } = answer.headers;
    return { body: parsed, text, etag: typeof etag === "string" ? etag : undefined };
  };
}

const JSON_TYPE = "application/json";

function urlOf(template: string, { path = {}, query = {} }: CallInput): string {
  const place = template.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${template} has no ${name}`);
    return encodeURIComponent(String(value));
  });
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? `/api/v1${place}` : `/api/v1${place}?${new URLSearchParams(given).toString()}`;
}
