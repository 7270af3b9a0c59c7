import { ERRORS } from "./errors.ts";
import { ANNOTATIONS, API_GROUP, API_VERSION, LABELS, LIMITS_NAME } from "./identity.ts";
import { requestUpgrade } from "./rest/upgrades.ts";

/** A rule that the API server holds every writer to, in CEL; `message` is what they read. */
type AdmissionRule = Readonly<{
  cel: string;
  message: string;
  /** Says the same with what is known when it is refused. */
  messageCel?: string;
}>;

/** A group of rules about some resources. */
export type AdmissionPolicy = Readonly<{
  name: string;
  group: string;
  version: string;
  resources: readonly string[];
  operations: readonly ("CREATE" | "UPDATE" | "DELETE")[];
  rules: readonly AdmissionRule[];
  /** Holds only in namespaces that have such an object, which is `params` in the rules. */
  params?: Readonly<{ apiVersion: string; kind: string; name: string }>;
  why: string;
}>;

/** Stands in CEL for the list of accounts that may do what others may not: gateway, operator, and whom the platform trusts. */
export const TRUSTED_ACCOUNTS = "TRUSTED_ACCOUNTS";

const KINDS = ["clusters", "deployments", "databaseinstances", "databasebackups", "upgraderequests"];
const OWNER_LABELS = [LABELS.id, LABELS.userId, LABELS.organizationId];
const IS_TRUSTED = `request.userInfo.username in ${TRUSTED_ACCOUNTS}`;
/** People of the platform are known by a right on the whole cluster, which no Role in an organization's namespace can give. */
const RUNS_PLATFORM = `authorizer.group('${API_GROUP}').resource('clusters').check('manage').allowed()`;
const byPlatformUnless = (cel: string): string => `${IS_TRUSTED} || (${cel}) || ${RUNS_PLATFORM}`;
const BY_PLATFORM = `is set by REST, or by who has the right "manage" on clusters.${API_GROUP} in the whole management cluster.`;

const label = (object: string, name: string): string => `${object}.metadata.?labels[?'${name}'].orValue('')`;
/** On a create there is no old object, and the label is to be absent. */
const isUnchanged = (name: string): string =>
  `(oldObject == null ? '' : ${label("oldObject", name)}) == ${label("object", name)}`;

/** Says that a member of the spec is what it was; on a create, unset. */
const keeps = (path: string): string =>
  `object.spec.${path} == (oldObject == null ? optional.none() : oldObject.spec.${path})`;
const HAD_RIGHTS = "oldObject != null && oldObject.spec.?clusterWideRights.orValue(false)";

const NAME_HERE = "(oldObject != null ? oldObject.metadata.name : object != null ? object.metadata.name : '')";
const LIMITS = { apiVersion: "v1", kind: "ResourceQuota", name: LIMITS_NAME } as const;
/** Nothing in the API server can add up what others ask for without two writers passing each other; Postgres does (docs/adr/0085). */
const heldByRest = (what: string, members: string, cel: string): AdmissionRule => {
  const told = `params.metadata.?annotations[?'${ANNOTATIONS.limits}'].orValue('')`;
  // One without limits of amounts tells numbers only, which the API server counts itself.
  const begin = `${members}: this organization has limits`;
  const end = `what it asks for is added up by REST only, which says how much is left. Create and change the ${what} there, or leave these members as they are.`;
  return {
    cel: `${told} == '' || ${byPlatformUnless(`oldObject != null && ${cel}`)}`,
    message: `${begin}; ${end}`,
    messageCel: `'${begin} (' + ${told} + '); ${end}'`,
  };
};
const keepsAll = (members: readonly string[]): string => members.map((member) => keeps(`?${member}`)).join(" && ");
/** Lists what says how much a deployment asks for (askedByDeployment). */
const SIZING = ["cpuRequest", "memoryRequestMb", "replicas", "storageSizeGb", "volumes", "config", "sleep"].concat([
  "schedule",
  "concurrencyPolicy",
  "runTimeoutSeconds",
]);
/** A stop asks for less, and may always be. */
const NO_START = "(object.spec.?stopped.orValue(false) || !oldObject.spec.?stopped.orValue(false))";

/** Lists what the schemas cannot say: rules about who writes, and about an object's surroundings (docs/adr/0023, docs/adr/0027). */
export const ADMISSION_POLICIES: readonly AdmissionPolicy[] = [
  {
    name: "berth-resources",
    group: API_GROUP,
    version: API_VERSION,
    resources: KINDS,
    operations: ["CREATE", "UPDATE"],
    why: "Whose an object is decides who may read it",
    rules: [
      {
        cel: `${IS_TRUSTED} || (${OWNER_LABELS.map(isUnchanged).join(" && ")})`,
        message: `The labels ${OWNER_LABELS.join(", ")} are set by the platform only.`,
      },
      {
        cel: `${label("namespaceObject", LABELS.organizationId)} != '' || oldObject != null`,
        message: "This namespace belongs to no organization; resources live in the namespace of theirs, org-<slug>.",
      },
      {
        cel: "oldObject == null || !has(oldObject.metadata.deletionTimestamp) || object.spec == oldObject.spec",
        message: ERRORS.being_deleted.sentence,
      },
    ],
  },
  {
    name: "berth-approvals",
    group: API_GROUP,
    version: API_VERSION,
    resources: ["upgraderequests"],
    operations: ["CREATE", "UPDATE"],
    why: "Approving needs a role that only the gateway knows",
    rules: [
      {
        cel: `${IS_TRUSTED} || object.spec.?decision == (oldObject == null ? optional.none() : oldObject.spec.?decision)`,
        message: `${ERRORS.forbidden.sentence} Upgrades are approved, rejected and cancelled by REST.`,
      },
    ],
  },
  {
    name: "berth-platform-clusters",
    group: API_GROUP,
    version: API_VERSION,
    resources: ["clusters"],
    operations: ["CREATE", "UPDATE"],
    why: "Quota, payment, approvals and a host's tenants are the platform's to judge",
    rules: [
      {
        cel: byPlatformUnless("oldObject != null"),
        // Nothing else says how a cluster came to be: `imported`, an overruled preflight included, never changes later.
        message: `A cluster costs money: it ${BY_PLATFORM.replace("is set", "is created")}`,
      },
      {
        cel: byPlatformUnless(
          `object.spec.?role.orValue('tenant') == (oldObject == null ? 'tenant' : oldObject.spec.?role.orValue('tenant'))`,
        ),
        message: `role ${BY_PLATFORM}`,
      },
      {
        cel: byPlatformUnless(`oldObject == null || ${keeps("?kubernetesVersion")}`),
        message: `kubernetesVersion moves by upgrades, which are approved: POST ${requestUpgrade.path}.`,
      },
    ],
  },
  {
    name: "berth-platform-deployments",
    group: API_GROUP,
    version: API_VERSION,
    resources: ["deployments"],
    operations: ["CREATE", "UPDATE"],
    why: "Who chooses what runs with cluster-wide rights is an administrator of the cluster",
    rules: [
      {
        cel: byPlatformUnless(`object.spec.?clusterWideRights.orValue(false) == (${HAD_RIGHTS})`),
        message: `clusterWideRights ${BY_PLATFORM}`,
      },
      {
        cel: byPlatformUnless(`!(${HAD_RIGHTS}) || object.spec == oldObject.spec`),
        message: "A deployment with clusterWideRights is changed by administrators of its organization, by REST.",
      },
      { cel: byPlatformUnless(keeps("?promotion")), message: `promotion ${BY_PLATFORM}` },
      { cel: byPlatformUnless(keeps("?preview")), message: `preview ${BY_PLATFORM}` },
    ],
  },
  {
    name: "berth-platform-databases",
    group: API_GROUP,
    version: API_VERSION,
    resources: ["databaseinstances"],
    operations: ["CREATE", "UPDATE"],
    why: "What costs nothing for a time is the platform's to say",
    rules: [
      { cel: byPlatformUnless(keeps("?feeExemptUntil")), message: `feeExemptUntil ${BY_PLATFORM}` },
      { cel: byPlatformUnless(keeps("?previewOf")), message: `previewOf ${BY_PLATFORM}` },
    ],
  },
  {
    name: "berth-limits-deployments",
    group: API_GROUP,
    version: API_VERSION,
    resources: ["deployments"],
    operations: ["CREATE", "UPDATE"],
    params: LIMITS,
    why: "What an organization may ask for in all is added up in one place",
    rules: [heldByRest("deployment", `${SIZING.join(", ")}, stopped`, `${keepsAll(SIZING)} && ${NO_START}`)],
  },
  {
    name: "berth-limits-databases",
    group: API_GROUP,
    version: API_VERSION,
    resources: ["databaseinstances"],
    operations: ["CREATE", "UPDATE"],
    params: LIMITS,
    why: "What an organization may ask for in all is added up in one place",
    rules: [
      heldByRest(
        "database",
        "cpuRequest, memoryRequestMb, storageSizeGb",
        keepsAll(["cpuRequest", "memoryRequestMb", "storageSizeGb"]),
      ),
    ],
  },
  {
    name: "berth-limits",
    group: "",
    version: "v1",
    resources: ["resourcequotas"],
    operations: ["CREATE", "UPDATE", "DELETE"],
    why: "Whoever could take the limits away would have none",
    rules: [
      {
        cel: `${byPlatformUnless(`${NAME_HERE} != '${LIMITS_NAME}'`)} || namespaceObject.metadata.?deletionTimestamp.hasValue()`,
        message: `The ResourceQuota ${LIMITS_NAME} is set by the platform only: PATCH /admin/organizations/{slug}.`,
      },
    ],
  },
  {
    name: "berth-organizations",
    group: "",
    version: "v1",
    resources: ["namespaces"],
    operations: ["CREATE", "UPDATE"],
    why: "The label of a namespace says whose everything in it is",
    rules: [
      {
        cel: `${IS_TRUSTED} || (${isUnchanged(LABELS.organizationId)})`,
        message: `The label ${LABELS.organizationId} is set by the platform only.`,
      },
    ],
  },
];
