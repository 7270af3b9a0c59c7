import type { ComponentType } from "preact";
import { lazy } from "preact-iso";

type Page = Readonly<{ path: string; component: ComponentType }>;

const members = lazy(() => import("./pages/members/members-page.tsx").then((page) => page.MembersPage));
const security = lazy(() => import("./pages/security/security-page.tsx").then((page) => page.SecurityPage));
const organizations = lazy(() =>
  import("./pages/platform-organizations/platform-organizations-page.tsx").then(
    (page) => page.PlatformOrganizationsPage,
  ),
);

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
  { path: "/account", component: security },
  { path: "/account/security", component: security },
  {
    path: "/account/sessions",
    component: lazy(() => import("./pages/sessions/sessions-page.tsx").then((page) => page.SessionsPage)),
  },
  {
    path: "/account/kubeconfigs",
    component: lazy(() => import("./pages/kubeconfigs/kubeconfigs-page.tsx").then((page) => page.KubeconfigsPage)),
  },
  {
    path: "/account/applications",
    component: lazy(() => import("./pages/applications/applications-page.tsx").then((page) => page.ApplicationsPage)),
  },
  {
    path: "/account/keys",
    component: lazy(() => import("./pages/api-keys/api-keys-page.tsx").then((page) => page.ApiKeysPage)),
  },
  { path: "/admin", component: organizations },
  { path: "/admin/organizations", component: organizations },
  {
    path: "/admin/providers",
    component: lazy(() =>
      import("./pages/platform-providers/platform-providers-page.tsx").then((page) => page.PlatformProvidersPage),
    ),
  },
  {
    path: "/admin/applications",
    component: lazy(() =>
      import("./pages/platform-applications/platform-applications-page.tsx").then(
        (page) => page.PlatformApplicationsPage,
      ),
    ),
  },
  {
    path: "/admin/hosts",
    component: lazy(() =>
      import("./pages/platform-hosts/platform-hosts-page.tsx").then((page) => page.PlatformHostsPage),
    ),
  },
  {
    path: "/admin/health",
    component: lazy(() =>
      import("./pages/platform-health/platform-health-page.tsx").then((page) => page.PlatformHealthPage),
    ),
  },
];
