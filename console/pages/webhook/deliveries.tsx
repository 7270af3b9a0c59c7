import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Item as One } from "../../../client/operation-types.ts";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { touch } from "../../store/live.ts";
import { useItems } from "../../store/use-items.ts";
import { lookAgainMs } from "../../view/deliveries.ts";

type Delivery = One<"listWebhookDeliveries">;

/** What was delivered, what it was answered, and when it is tried again. */
export function Deliveries({ path }: Readonly<{ path: Readonly<{ slug: string; webhook_id: string }> }>): VNode {
  const items = useItems("deliveries", (limit, signal) =>
    berth.pages("listWebhookDeliveries", { path, query: { limit } }, { signal }),
  );
  useEffect(() => {
    const pauseMs = lookAgainMs(items.rows ?? []);
    if (pauseMs === undefined) return undefined;
    const timer = setTimeout(() => {
      touch("deliveries");
      touch("Webhook");
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [items.rows]);
  return (
    <Items
      label="Deliveries"
      items={items}
      empty={
        <Empty title="Nothing was delivered yet">
          <p>Have a test delivered, or change something.</p>
        </Empty>
      }
    >
      {(one) => <DeliveryItem key={one.id} delivery={one} />}
    </Items>
  );
}

const TONES = { pending: "moving", delivered: "good", failed: "bad" } as const;

function DeliveryItem({ delivery: one }: Readonly<{ delivery: Delivery }>): VNode {
  return (
    <Item
      title={one.kind === null ? "Test" : `${one.kind} ${one.type}`}
      mark={<Mark tone={TONES[one.status]}>{one.status}</Mark>}
      facts={[
        one.response_status !== null && `answered ${one.response_status}`,
        one.error,
        one.duration_ms !== null && `${one.duration_ms} ms`,
        one.attempts === 1 ? "1 attempt" : `${one.attempts} attempts`,
        one.next_attempt_at !== null && (
          <>
            again <When at={one.next_attempt_at} />
          </>
        ),
        <When at={one.created_at} />,
        <code>{one.id}</code>,
      ]}
    />
  );
}
