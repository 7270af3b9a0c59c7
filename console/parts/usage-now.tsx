import type { VNode } from "preact";
import { formatAmount, type Unit } from "../view/amounts.ts";
import type { Usage } from "../view/plots.ts";
import { UsageTable } from "./usage-table.tsx";
import { When } from "./when.tsx";

type Amount = Usage["cpu_millicores"];

/** What is taken now, beside what was asked for and the most that is given. */
export function UsageNow({ usage }: Readonly<{ usage: Usage }>): VNode {
  const { message, simulated: isSimulated, restarts, pod_count: pods } = usage;
  return (
    <section class="card stack" aria-labelledby="usage-head">
      <h2 id="usage-head">Now</h2>
      {message !== null && <p class="note">{message}</p>}
      {isSimulated && <p class="note">Its nodes are simulated, and so is what is used.</p>}
      <div class="halves">
        <Level name="CPU" amount={usage.cpu_millicores} unit="millicores" />
        <Level name="Memory" amount={usage.memory_bytes} unit="bytes" />
      </div>
      <p>
        {pods === 1 ? "1 pod" : `${pods} pods`}, {restarts === 1 ? "1 restart" : `${restarts} restarts`}
      </p>
      <UsageTable usage={usage} />
      <p class="faint">
        Asked <When at={usage.observed_at} />
        {usage.measured_at !== null && (
          <>
            , measured <When at={usage.measured_at} />
          </>
        )}
      </p>
    </section>
  );
}

function Level({ name, amount, unit }: Readonly<{ name: string; amount: Amount; unit: Unit }>): VNode {
  const { used, requested, limit } = amount;
  const said = used === null ? "not measured" : formatAmount(used, unit);
  return (
    <div>
      <h3>{name}</h3>
      <p>
        <b>{said}</b> {limit === null ? "without a limit" : `of ${formatAmount(limit, unit)}`}
      </p>
      {limit !== null && limit > 0 && used !== null && (
        <meter class="level" aria-label={`${name} of its limit`} min={0} max={limit} high={limit * 0.9} value={used} />
      )}
      <p class="faint">Requested {formatAmount(requested, unit)}</p>
    </div>
  );
}
