import { GATEWAY_RIGHTS, OPERATOR_RIGHTS, RIGHT_HOLDERS, type Right, type RightPlace } from "../contract/rights.ts";
import { OPERATIONS } from "../contract/rest/all.ts";
import type { Operation } from "../contract/rest/operation.ts";

const PLACES: Readonly<Record<RightPlace, string>> = {
  cluster: "everywhere",
  argocd: "Argo CD's namespace",
  own: "Berth's own namespace",
  organizations: "namespaces of organizations",
  dns: "everywhere, with `BERTH_DNS=external-dns`",
  certificates: "Berth's own namespace, with `BERTH_WILDCARD_ISSUER`",
  clusterApi: "`BERTH_CLUSTER_API_NAMESPACE`, where it is set",
};
const RIGHTS = { gateway: GATEWAY_RIGHTS, operator: OPERATOR_RIGHTS } as const;

/** Writes down what gateway and operator may do on the management cluster, and which requests have rules of their own. */
export function formatRights(): string {
  const holders = Object.keys(RIGHTS) as (keyof typeof RIGHTS)[];
  return (
    [
      "<!-- Generated from contract/ by make generate; do not edit. -->",
      "# Rights",
      "What gateway and operator may do on the management cluster. What it means is in [the security model](../guides/security-model.md).",
      ...holders.flatMap((holder) => [
        `## ${holder}`,
        `Account and role: \`${RIGHT_HOLDERS[holder]}\`.`,
        table(RIGHTS[holder]),
      ]),
      "## Requests with rules of their own",
      "The service principal (`X-Service-Token`) may send these and no others:",
      list(({ serviceToken }) => serviceToken === true),
      "These need a login session; API keys and tokens of connected applications are refused:",
      list(({ sessionOnly }) => sessionOnly === true),
    ].join("\n\n") + "\n"
  );
}

function table(rights: readonly Right[]): string {
  const rows = rights.map(({ place, group, resources, names, verbs, why }) => {
    const kinds = resources.map((kind) => `\`${nameOf(kind, group)}\``).join(", ");
    const only = names === undefined ? "" : ` named ${names.map((name) => `\`${name}\``).join(", ")}`;
    return `| ${PLACES[place]} | ${kinds}${only} | ${verbs.join(", ")} | ${why} |`;
  });
  return ["| Where | Kinds | Verbs | Why |", "|---|---|---|---|", ...rows].join("\n");
}

function list(includes: (operation: Operation) => boolean): string {
  return OPERATIONS.filter(includes)
    .map(({ method, path }) => `- \`${method.toUpperCase()} ${path}\``)
    .join("\n");
}

/** Names a kind as kubectl does: the group stands behind the plural, a subresource behind both. */
function nameOf(kind: string, group: string): string {
  const [plural = "", part] = kind.split("/");
  return [group === "" ? plural : `${plural}.${group}`, ...(part === undefined ? [] : [part])].join("/");
}
