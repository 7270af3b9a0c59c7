import type { ToolAnswer } from "./agent.ts";

/** Says that an operation refused a call, with what it answered. */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly status: number;
  readonly code: string;
  readonly detail: unknown;

  constructor(status: number, body: Readonly<{ code?: unknown; detail?: unknown }>) {
    super(`The operation answered ${status}`);
    this.status = status;
    const { code, detail } = body;
    this.code = typeof code === "string" && /^[a-z_]{1,64}$/.test(code) ? code : "invalid";
    this.detail = Array.isArray(detail) ? detail.map(faultOf) : detail;
  }
}

/** Of a fault of the input only where it is and what is wrong: not what was sent. */
function faultOf(fault: unknown): unknown {
  const { loc, msg } = fault as { loc?: unknown; msg?: unknown };
  return { where: loc, wrong: msg };
}

/** Tells an agent what was refused; the sentence may quote names, so that it is not ours. */
export function refusedAnswer({ status, code, detail }: RefusedCall): ToolAnswer {
  return { said: [`Berth refused this: ${code} (${status}).`], data: { detail }, isError: true };
}
