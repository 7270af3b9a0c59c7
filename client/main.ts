/** Berth's client for programs: createBerth({ url, key }) and everything of the REST interface by its name. */
import type { components } from "./generated/paths.ts";

export { createBerth, type Berth } from "./create-berth.ts";
export type { Answer, BerthOptions } from "./calls.ts";
export { isBerthError, type BerthError, type ErrorCode, type Fault } from "./berth-error.ts";
export type { BerthEvent, ChangeEvent, EventChoice } from "./follow-events.ts";
export type { LogChoice, LogLine } from "./follow-logs.ts";
export type { Arguments, CallOptions, Input, Item, ListId, OperationId, Output } from "./operation-types.ts";
export type { Connection } from "./resume-stream.ts";
export type { RetrySettings } from "./retrying-fetch.ts";
export { SessionEnded, type MakeSocket, type SocketLike } from "./open-socket.ts";
export type { Shell, ShellOutput, ShellWish } from "./shell.ts";
export type { Tunnel, TunnelWish } from "./tunnel.ts";
export { WaitTimeout } from "./wait-for.ts";

/** The bodies of requests and answers: `Schemas["DeploymentResponse"]`. */
export type Schemas = components["schemas"];
