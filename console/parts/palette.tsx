import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { OperationId } from "../../client/operation-types.ts";
import { clusters, databases, deployments } from "../store/kinds.ts";
import { may } from "../store/may.ts";
import { organization } from "../store/session.ts";
import { deedAddress } from "../view/deed-address.ts";
import { findables, findWays, type Way } from "../view/find-ways.ts";
import { ACCOUNT_PLACES, ADMIN_PLACES, ORGANIZATION_PLACES, type Place } from "../view/places.ts";
import { Dialog } from "./dialog.tsx";
import { useMeans } from "./use-means.ts";

const PAGES: readonly (Way & Readonly<{ needs?: OperationId }>)[] = [
  { key: "home", name: "Home", kind: "Page", href: "/" },
  { key: "deployments", name: "Deployments", kind: "Page", href: "/deployments" },
  { key: "clusters", name: "Clusters", kind: "Page", href: "/clusters" },
  { key: "databases", name: "Databases", kind: "Page", href: "/databases" },
  {
    key: "new-deployment",
    name: "New deployment",
    kind: "Action",
    href: "/deployments/new",
    needs: "createDeployment",
  },
  { key: "new-cluster", name: "New cluster", kind: "Action", href: "/clusters/new", needs: "createCluster" },
  { key: "import", name: "Import a cluster", kind: "Action", href: "/clusters/import", needs: "importCluster" },
  { key: "new-database", name: "New database", kind: "Action", href: "/databases/new", needs: "createDatabase" },
  ...[...ORGANIZATION_PLACES, ...ACCOUNT_PLACES, ...ADMIN_PLACES.map(ofPlatform)].map(({ href, name, operation }) => ({
    key: href,
    name,
    kind: "Page",
    href,
    needs: operation,
  })),
];

/** An account has applications, too. */
function ofPlatform(place: Place): Place {
  return { ...place, name: `Administration: ${place.name}` };
}

type Made = Readonly<{ name: string; at: string; needs: OperationId; isOfIts?: true }>;
/** What pages of people and means make by a deed, whose address names the organization where its call does. */
const MADE: readonly Made[] = [
  { name: "New secret", at: "/organization/secrets", needs: "createSecret" },
  { name: "New webhook", at: "/organization/webhooks", needs: "createWebhook", isOfIts: true },
  { name: "Invite somebody", at: "/organization/invitations", needs: "createInvitation", isOfIts: true },
  { name: "New organization", at: "/organization/settings", needs: "createOrganization" },
  { name: "New API key", at: "/account/keys", needs: "createApiKey" },
];

/** Finds any resource, and what can be done to it, by a few letters; all by keys. */
export function Palette({ onClose }: Readonly<{ onClose: () => void }>): VNode {
  const { route } = useLocation();
  const typed = useSignal("");
  const chosen = useSignal(0);
  const slug = organization.value?.slug ?? "";
  const made = MADE.map(({ name, at, needs, isOfIts }) => {
    const href = `${at}?do=${deedAddress(name, { path: isOfIts ? { slug } : {} })}`;
    return { key: name, name, kind: "Action", href, needs };
  });
  const pages = [...PAGES, ...made].filter(({ needs }) => needs === undefined || may(needs));
  const rows = { deployments: deployments.value.rows, clusters: clusters.value.rows, databases: databases.value.rows };
  const resources = [...findables(rows), ...useMeans(slug)];
  const ways = findWays(typed.value, { pages, resources }, ({ operation }) => may(operation));
  const go = (way: Way | undefined): void => {
    if (way === undefined) return;
    onClose();
    route(way.href);
  };
  const hear = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) chosen.value = (chosen.value + step + ways.length) % Math.max(1, ways.length);
    else if (event.key === "Enter") go(ways[chosen.value]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find and do" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Name of a resource, or what is to be done"
        aria-expanded="true"
        aria-controls="ways"
        aria-activedescendant={ways.length === 0 ? undefined : `way-${chosen.value}`}
        placeholder="shop, restart shop, new cluster"
        autocomplete="off"
        onKeyDown={hear}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          chosen.value = 0;
        }}
      />
      <Ways ways={ways} chosen={chosen.value} onGo={go} />
      {ways.length === 0 && <p class="faint">Nothing is called so.</p>}
    </Dialog>
  );
}

type Given = Readonly<{ ways: readonly Way[]; chosen: number; onGo: (way: Way) => void }>;

function Ways({ ways, chosen, onGo }: Given): VNode {
  return (
    <ul id="ways" class="ways" role="listbox" aria-label="Found">
      {ways.map((way, index) => (
        <li key={way.key} id={`way-${index}`} role="option" aria-selected={index === chosen} onClick={() => onGo(way)}>
          {way.name} <span class="faint">{way.kind}</span>
        </li>
      ))}
    </ul>
  );
}
