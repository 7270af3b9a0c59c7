import { signal } from "@preact/signals";

/** The time that ages are told by, which moves on twice a minute. */
export const now = signal(Date.now());

const STEP_MS = 30_000;
setInterval(() => (now.value = Date.now()), STEP_MS);
