import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { ConditionItem } from "../../parts/conditions.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { domainConditions, wantedRecord, type DnsRecord } from "../../view/own-domain.ts";

type Deployment = Output<"getDeployment">;

/** The own domain of a deployment: its proof, where it leads, its route and its certificate, each with what is still to be done. */
export function DomainCard({ deployment }: Readonly<{ deployment: Deployment }>): VNode {
  const { custom_domain: domain, conditions } = deployment;
  const told = domainConditions(conditions);
  return (
    <Card id="domain" title="Own domain">
      {domain === null ? (
        <p class="faint">It has none: people reach it by the address that the platform gave it.</p>
      ) : (
        <>
          <p>
            <code>{domain}</code>
          </p>
          {told.length === 0 && <p class="faint">Nobody has looked at it yet.</p>}
          <ul class="conditions">
            {told.map((condition) => (
              <ConditionItem key={condition.type} condition={condition} isWhole={condition.message !== domain}>
                <Wanted record={wantedRecord(condition)} />
              </ConditionItem>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The record that is still to be made, to be taken to whoever keeps the zone. */
function Wanted({ record }: Readonly<{ record: DnsRecord | undefined }>): VNode | null {
  if (record === undefined) return null;
  const { type, name, value } = record;
  return (
    <Facts
      facts={[
        ["Record", type],
        ["Name", <Copied text={name} of={`the name of the ${type} record`} />],
        ["Value", <Copied text={value} of={`the value of the ${type} record`} />],
      ]}
    />
  );
}

function Copied({ text, of }: Readonly<{ text: string; of: string }>): VNode {
  return (
    <span class="copied">
      <code>{text}</code> <CopyButton text={text} of={of} />
    </span>
  );
}
