/** Who sends a bad request. */
export type Caller = "key" | "session" | "anonymous";
/** A fault of a 422: its type, then its place. */
export type ExpectedFault = readonly [type: string, ...loc: (string | number)[]];
export type Expected =
  | Readonly<{ status: 422; faults: readonly ExpectedFault[] }>
  /** Every fault is at this place; of which type depends on the member. */
  | Readonly<{ status: 422; at: readonly (string | number)[] }>
  | Readonly<{ status: number; code: string; allow?: string }>
  | Readonly<{ status: 404; detail: "Not Found" }>;

/** One bad request and the exact answer it gets. */
export type BadInput = Readonly<{
  name: string;
  as: Caller;
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as they are, instead of a body. */
  bytes?: Buffer | string;
  expect: Expected;
  /** Set where the answer depends on accounts or stored state, which only a whole gateway has. */
  needsGateway?: true;
}>;

/** A version-4 id that no record has. */
export const UNKNOWN_ID = "9b2f6c1e-5d43-4c8a-9f10-3e7d2b8a6c55";

/** Expects a 422 with exactly these faults, in this order. */
export const faults = (...expected: ExpectedFault[]): Expected => ({ status: 422, faults: expected });
/** Expects an error answer with this code. */
export const refusal = (status: number, code: string): Expected => ({ status, code });
