import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { OperationId } from "../../client/operation-types.ts";
import { clusters, databases, deployments } from "../store/kinds.ts";
import { may } from "../store/may.ts";
import { findables, findWays, type Way } from "../view/find-ways.ts";
import { ACCOUNT_PLACES, ORGANIZATION_PLACES } from "../view/places.ts";
import { Dialog } from "./dialog.tsx";

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
  ...[...ORGANIZATION_PLACES, ...ACCOUNT_PLACES].map(({ href, name, operation }) => ({
    key: href,
    name,
    kind: "Page",
    href,
    needs: operation,
  })),
];

/** Finds any resource, and what can be done to it, by a few letters; all by keys. */
export function Palette({ onClose }: Readonly<{ onClose: () => void }>): VNode {
  const { route } = useLocation();
  const typed = useSignal("");
  const chosen = useSignal(0);
  const pages = PAGES.filter(({ needs }) => needs === undefined || may(needs));
  const rows = { deployments: deployments.value.rows, clusters: clusters.value.rows, databases: databases.value.rows };
  const ways = findWays(typed.value, { pages, resources: findables(rows) }, ({ operation }) => may(operation));
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
