import { SCOPES, type SCOPE_GROUPS } from "../../contract/rest/scopes.ts";

type Group = (typeof SCOPE_GROUPS)[number];

/** What people read. */
const WORDS: Readonly<Record<Group, readonly [read: string, write: string]>> = {
  "api-keys": [
    "See your API keys, without their secrets",
    "Create, change and revoke API keys; those that it creates stay valid after you disconnect it",
  ],
  billing: ["See how an organization pays", "Start, change and remove the way an organization pays"],
  "cloud-credentials": [
    "See your accounts at cloud providers, never their tokens",
    "Add and remove accounts at cloud providers",
  ],
  clusters: ["See your clusters", "Create, change and delete clusters, and get full access to what runs in them"],
  "connected-applications": ["See the applications that you have connected", "Disconnect applications"],
  databases: [
    "See your databases and how they are reached, never their passwords",
    "Create, change, restore and delete databases and their backups, and replace their passwords",
  ],
  deployments: ["See your deployments and their settings", "Create, change and delete deployments"],
  exec: ["Nothing yet", "Run commands in your pods, and reach their ports and your databases through tunnels"],
  organizations: [
    "See your organizations, their members and their audit log",
    "Change your organizations, their members, invitations and invoice settings",
  ],
  providers: ["See providers, regions and prices", "Change what providers offer"],
  registry: ["See whether there is a registry credential", "Replace the registry credential"],
  secrets: ["See names of secrets, never their values", "Create, replace and delete secrets"],
  webhooks: ["See webhooks and their deliveries", "Create, change and delete webhooks"],
};

/** Says in words what a scope allows; writing includes reading. */
export function wordsOf(scope: string): string {
  const [group = "", verb] = scope.split(":");
  const [read, write] = WORDS[group as Group];
  return verb === "write" ? `${read}. ${write}.` : `${read}.`;
}

/** Leaves out what another scope includes, in the order of the documentation. */
export function widest(scopes: readonly string[]): string[] {
  return SCOPES.filter(
    (scope) =>
      scopes.includes(scope) && !(scope.endsWith(":read") && scopes.includes(scope.replace(/:read$/, ":write"))),
  );
}
