import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Item } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Section } from "../../parts/section.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { useLive } from "../../store/use-live.ts";
import { ADMIN_PLACES } from "../../view/places.ts";

type Provider = Output<"listProviders">["providers"][number];
type Region = Output<"listRegions">["regions"][number];

const FIELDS = fieldsOf("RegionUpdate");

/** Where clusters can be made, and where they cannot for now. */
export function PlatformProvidersPage(): VNode {
  const { value, problem } = useLive("providers", "providers", (signal) => berth.listProviders({}, { signal }));
  return (
    <Section
      name="Administration"
      places={ADMIN_PLACES}
      title="Providers"
      reads={[toCall("listProviders", {})]}
      lead="A region that is closed is still named, with the reason. What runs there runs on."
    >
      <ProblemNote problem={problem} />
      {value?.providers
        .toSorted((one, other) => Number(other.available) - Number(one.available))
        .map((provider) => (
          <ProviderCard key={provider.id} provider={provider} />
        ))}
    </Section>
  );
}

function ProviderCard({ provider }: Readonly<{ provider: Provider }>): VNode {
  const list = `regions of ${provider.id}`;
  const { value, problem } = useLive(list, list, (signal) =>
    berth.listRegions({ path: { provider: provider.id } }, { signal }),
  );
  return (
    <Card id={`provider-${provider.id}`} title={provider.name}>
      <p class="faint">{provider.available ? provider.tiers.join(", ") : (provider.reason ?? "It is not set up.")}</p>
      <ProblemNote problem={problem} />
      {value !== undefined && (
        <ul class="told items" aria-label={`Regions of ${provider.name}`}>
          {value.regions.map((region) => (
            <RegionItem key={region.id} provider={provider.id} region={region} list={list} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type Given = Readonly<{ provider: string; region: Region; list: string }>;

function RegionItem({ provider, region, list }: Given): VNode {
  return (
    <Item
      title={region.name}
      mark={region.available ? <Mark tone="good">open</Mark> : <Mark tone="bad">closed</Mark>}
      facts={[<code>{region.id}</code>, region.country, region.reason]}
      actions={
        <Deed
          label={region.available ? "Close" : "Open or close"}
          of={region.name}
          call={toCall("setRegion", { path: { provider, region: region.id }, body: { enabled: !region.available } })}
          form={{
            fields: FIELDS,
            beginning: { enabled: String(!region.available), reason: region.available ? "" : (region.reason ?? "") },
          }}
          touches={[list]}
        />
      }
    />
  );
}
