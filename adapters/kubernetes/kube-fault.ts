import type { Status } from "./kube-object.ts";

/** Reads what an API server says of a refusal. */
export function parseStatus(body: Buffer): Status | undefined {
  try {
    const parsed = JSON.parse(body.toString("utf8")) as Status | null;
    return parsed?.kind === "Status" ? parsed : undefined;
  } catch {
    return undefined; // A proxy's broken answer counts as one without a Status.
  }
}

/** Names a network fault by its code, which unlike its message never holds data. */
export function faultName(error: unknown): string {
  if (error instanceof SyntaxError) return "InvalidJson";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error instanceof Error ? error.name : "Unknown";
}
