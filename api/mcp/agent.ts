import type { z } from "zod";
import type { Operation, Scope } from "../../contract/rest/operation.ts";
import type { Caller } from "./caller.ts";
import type { PlanTokens } from "./plan-tokens.ts";

/** What an operation of the REST interface is called with. */
export type CallInput = Readonly<{
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}>;

/** What an operation answered. */
export type CallAnswer = Readonly<{ body: Record<string, unknown>; text: string; etag: string | undefined }>;

/** Calls an operation as a request from outside would; throws a `RefusedCall` for everything but a success. */
export type CallOperation = (operation: Operation, input?: CallInput) => Promise<CallAnswer>;

/** What a tool has to work with. */
export type Agent = Readonly<{ caller: Caller; call: CallOperation; plans: PlanTokens }>;

/** What a tool answers: sentences of ours, and what people, applications and clusters have written. */
export type ToolAnswer = Readonly<{ said: readonly string[]; data?: unknown; isError?: true }>;

/** A task that agents can do. */
export type Tool = Readonly<{
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** What the token must carry. */
  scope: Scope | undefined;
  /** How it changes something; undefined for what only reads. */
  writes?: Readonly<{ destroys: boolean }>;
  run: (agent: Agent, input: never) => Promise<ToolAnswer>;
}>;
