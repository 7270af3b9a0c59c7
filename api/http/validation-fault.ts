/** One fault of a request in FastAPI's shape; members stand in this order. */
export type Fault = Readonly<{
  type: string;
  loc: readonly (string | number)[];
  msg: string;
  /** What was sent; left out where it could hold a secret. */
  input?: unknown;
  ctx?: Readonly<Record<string, unknown>>;
}>;

const FAULTS_MAX = 100;
const INPUT_BYTES_MAX = 1024;

/** Carries every fault of a request; it becomes the 422. */
export class ValidationFault extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map((fault) => `${fault.loc.join(".")}: ${fault.type}`).join("; "));
    this.name = "ValidationFault";
    this.faults = faults.slice(0, FAULTS_MAX).map(cutInput);
  }
}

/** Makes the fault of a rule that the request breaks: a value_error with a sentence of ours. */
export function valueFault(loc: Fault["loc"], sentence: string, input?: unknown): Fault {
  const ctx = { error: {} };
  const msg = `Value error, ${sentence}`;
  return input === undefined ? { type: "value_error", loc, msg, ctx } : { type: "value_error", loc, msg, input, ctx };
}

// A text stays a text, cut; anything else that is too long becomes the beginning of its JSON.
function cutInput(fault: Fault): Fault {
  if (!("input" in fault)) return fault;
  const text = typeof fault.input === "string" ? fault.input : JSON.stringify(fault.input ?? null);
  return Buffer.byteLength(text) <= INPUT_BYTES_MAX ? fault : { ...fault, input: cutText(text) };
}

function cutText(text: string): string {
  const bytes = Buffer.from(text).subarray(0, INPUT_BYTES_MAX);
  // A character that was cut in two decodes as U+FFFD at the end.
  return bytes.toString("utf8").replace(/\uFFFD$/, "");
}
