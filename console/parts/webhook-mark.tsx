import type { VNode } from "preact";
import type { Item as One } from "../../client/operation-types.ts";
import { Mark } from "./mark.tsx";

/** Whether a webhook delivers. */
export function WebhookMark({ webhook }: Readonly<{ webhook: One<"listWebhooks"> }>): VNode {
  if (!webhook.enabled) return <Mark tone={webhook.disabled_reason === null ? "quiet" : "bad"}>off</Mark>;
  return webhook.failing_since === null ? <Mark tone="good">on</Mark> : <Mark tone="bad">failing</Mark>;
}
