import {
  GATEWAY_RIGHTS,
  OPERATOR_RIGHTS,
  RIGHT_HOLDERS,
  SECRETS_ROLE,
  type Right,
  type RightPlace,
} from "../contract/rights.ts";

type Subject = Readonly<{ kind: string; name: string; namespace?: string; apiGroup?: string }>;
type Labels = Readonly<Record<string, string>>;
/** For whom roles are written: who holds them, and in which namespaces; an unnamed place gets none. */
export type RoleSurroundings = Readonly<{
  subjects: Readonly<Record<keyof typeof RIGHT_HOLDERS, Subject>>;
  namespaces: Readonly<Partial<Record<Exclude<RightPlace, "cluster" | "organizations" | "dns">, string>>>;
  /** Whether records are written for ExternalDNS. */
  dns?: boolean;
  labels?: Labels;
}>;
/** A role or a binding of one. */
type RoleManifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string; namespace?: string; labels?: Labels }>;
  [member: string]: unknown;
}>;

const GROUP = "rbac.authorization.k8s.io";
const RIGHTS = { gateway: GATEWAY_RIGHTS, operator: OPERATOR_RIGHTS } as const;

/** Derives the roles and bindings of gateway and operator from the rights that the contract declares. */
export function roleManifests({ subjects, namespaces, labels, dns = false }: RoleSurroundings): RoleManifest[] {
  const holders = Object.keys(RIGHT_HOLDERS) as (keyof typeof RIGHT_HOLDERS)[];
  const named = (name: string, namespace?: string): RoleManifest["metadata"] => ({
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
  });
  const pair = (holder: keyof typeof RIGHT_HOLDERS, place: RightPlace, namespace?: string): RoleManifest[] => {
    const rules = rulesOf(RIGHTS[holder], place);
    if (rules.length === 0) return [];
    // Two places may be one namespace: each has a role of its own.
    const name =
      place === "cluster" || place === "own"
        ? RIGHT_HOLDERS[holder]
        : `${RIGHT_HOLDERS[holder]}-${place.toLowerCase()}`;
    const kind = namespace === undefined ? "ClusterRole" : "Role";
    const apiVersion = `${GROUP}/v1`;
    const roleRef = { apiGroup: GROUP, kind, name };
    return [
      { apiVersion, kind, metadata: named(name, namespace), rules },
      {
        apiVersion,
        kind: `${kind}Binding`,
        metadata: named(name, namespace),
        roleRef,
        subjects: [subjects[holder]],
      },
    ];
  };
  const secrets = rulesOf(GATEWAY_RIGHTS, "organizations");
  return [
    ...holders.flatMap((holder) => pair(holder, "cluster")),
    ...(dns ? holders.flatMap((holder) => pair(holder, "dns")) : []),
    // Bound by the operator, in each organization's namespace.
    { apiVersion: `${GROUP}/v1`, kind: "ClusterRole", metadata: named(SECRETS_ROLE), rules: secrets },
    ...Object.entries(namespaces).flatMap(([place, namespace]) =>
      holders.flatMap((holder) => pair(holder, place as RightPlace, namespace)),
    ),
  ];
}

function rulesOf(rights: readonly Right[], place: RightPlace): readonly object[] {
  return rights
    .filter((right) => right.place === place)
    .map(({ group, resources, names, verbs }) => ({
      apiGroups: [group],
      resources,
      ...(names === undefined ? {} : { resourceNames: names }),
      verbs,
    }));
}
