import type { getHealth } from "../../../contract/rest/health.ts";
import type { Handler } from "../../http/context.ts";

/** Answers that the process lives. */
export const handle: Handler<typeof getHealth> = () => ({ body: { status: "ok" } });
