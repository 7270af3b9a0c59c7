import type { VNode } from "preact";
import type { Item as One } from "../../client/operation-types.ts";
import { endOf } from "../view/alerts.ts";
import { Item } from "./items.tsx";
import { Mark } from "./mark.tsx";
import { When } from "./when.tsx";

type Given = Readonly<{
  alert: One<"listAlerts">;
  /** What its rule says. */
  said: string;
}>;

/** One alert: what was seen, since when, and how it ended. */
export function AlertItem({ alert, said }: Given): VNode {
  const isOpen = alert.state === "open";
  return (
    <Item
      title={said}
      mark={<Mark tone={isOpen ? "bad" : "quiet"}>{isOpen ? "firing" : "over"}</Mark>}
      facts={[
        alert.message,
        <>
          so since <When at={alert.since} />
        </>,
        alert.ended_at !== null && (
          <>
            {endOf(alert.end_reason)} <When at={alert.ended_at} />
          </>
        ),
      ]}
    />
  );
}
