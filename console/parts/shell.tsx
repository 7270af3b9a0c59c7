import type { ComponentChildren, VNode } from "preact";
import { ErrorBoundary, lazy, useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import type { OperationId } from "../../client/operation-types.ts";
import { followOrganization } from "../store/live.ts";
import { may } from "../store/may.ts";
import { waitingProof } from "../store/prove-again.ts";
import { organization } from "../store/session.ts";
import { overSession } from "../store/sign-in-again.ts";
import { toldOnce } from "../store/told-once.ts";
import { Account } from "./account.tsx";
import { Brand } from "./brand.tsx";
import { LiveMark } from "./live-mark.tsx";
import { PaletteKey } from "./palette-key.tsx";

const OverAll = lazy(() => import("./over-all.tsx").then((part) => part.OverAll));

type Place = Readonly<{ href: string; name: string; operation?: OperationId }>;

const PLACES: readonly Place[] = [
  { href: "/", name: "Home" },
  { href: "/deployments", name: "Deployments" },
  { href: "/clusters", name: "Clusters" },
  { href: "/databases", name: "Databases" },
  { href: "/organization", name: "Organization" },
  { href: "/admin", name: "Administration", operation: "listAllOrganizations" },
];

/** The frame of all pages; its stream of events lives as long as the organization is the chosen one. */
export function Shell({ children }: Readonly<{ children: ComponentChildren }>): VNode {
  const { path } = useLocation();
  const id = organization.value?.id;
  useEffect(() => (id === undefined ? undefined : followOrganization(id)), [id]);
  const isHere = (href: string): boolean => (href === "/" ? path === "/" : path.startsWith(href));
  return (
    <>
      <a class="skip" href="#main" target="_self">
        To the content
      </a>
      <header class="top">
        <a class="top-brand" href="/" aria-label="Berth, home">
          <Brand />
        </a>
        <nav aria-label="Places">
          {PLACES.filter(({ operation }) => operation === undefined || may(operation)).map(({ href, name }) => (
            <a key={href} href={href} aria-current={isHere(href) ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <PaletteKey />
        <LiveMark />
        <Account />
      </header>
      <main id="main" class="page" tabIndex={-1} key={id}>
        {children}
      </main>
      <ErrorBoundary>
        {(toldOnce.value ?? waitingProof.value ?? overSession.value) !== undefined && <OverAll />}
      </ErrorBoundary>
    </>
  );
}
