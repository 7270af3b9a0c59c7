import type { ComponentType } from "preact";
import { lazy } from "preact-iso";

type Page = Readonly<{ path: string; component: ComponentType }>;

const members = lazy(() => import("./pages/members/members-page.tsx").then((page) => page.MembersPage));

/** The pages of an organization's people and means, of one's account and of the platform; each is loaded when it is opened. */
export const PEOPLE_PAGES: readonly Page[] = [
  { path: "/organization", component: members },
  { path: "/organization/members", component: members },
  {
    path: "/organization/invitations",
    component: lazy(() => import("./pages/invitations/invitations-page.tsx").then((page) => page.InvitationsPage)),
  },
  {
    path: "/organization/secrets",
    component: lazy(() => import("./pages/secrets/secrets-page.tsx").then((page) => page.SecretsPage)),
  },
  {
    path: "/organization/registry",
    component: lazy(() => import("./pages/registry/registry-page.tsx").then((page) => page.RegistryPage)),
  },
  {
    path: "/organization/clouds",
    component: lazy(() => import("./pages/clouds/clouds-page.tsx").then((page) => page.CloudsPage)),
  },
  {
    path: "/organization/webhooks",
    component: lazy(() => import("./pages/webhooks/webhooks-page.tsx").then((page) => page.WebhooksPage)),
  },
  {
    path: "/organization/webhooks/:id",
    component: lazy(() => import("./pages/webhook/webhook-page.tsx").then((page) => page.WebhookPage)),
  },
  {
    path: "/organization/audit",
    component: lazy(() => import("./pages/audit/audit-page.tsx").then((page) => page.AuditPage)),
  },
  {
    path: "/organization/billing",
    component: lazy(() => import("./pages/billing/billing-page.tsx").then((page) => page.BillingPage)),
  },
  {
    path: "/organization/settings",
    component: lazy(() =>
      import("./pages/organization-settings/organization-settings-page.tsx").then(
        (page) => page.OrganizationSettingsPage,
      ),
    ),
  },
  {
    path: "/account/keys",
    component: lazy(() => import("./pages/api-keys/api-keys-page.tsx").then((page) => page.ApiKeysPage)),
  },
];
