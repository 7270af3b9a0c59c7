import { ERRORS } from "./errors.ts";
import { API_GROUP, API_VERSION, LABELS } from "./identity.ts";

/** A rule that the API server holds every writer to, in CEL; `message` is what they read. */
export type AdmissionRule = Readonly<{ cel: string; message: string }>;

/** A group of rules about some resources. */
export type AdmissionPolicy = Readonly<{
  name: string;
  group: string;
  version: string;
  resources: readonly string[];
  operations: readonly ("CREATE" | "UPDATE")[];
  rules: readonly AdmissionRule[];
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

/** Says that a member of the spec is what it was; on a create, what it is when nobody sets it. */
const keeps = (path: string, initially = "optional.none()"): string =>
  `object.spec.${path} == (oldObject == null ? ${initially} : oldObject.spec.${path})`;
const HAD_RIGHTS = "oldObject != null && oldObject.spec.?clusterWideRights.orValue(false)";

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
        message: "kubernetesVersion moves by upgrades, which are approved: POST /clusters/{cluster_id}/upgrade.",
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
    ],
  },
  {
    name: "berth-platform-databases",
    group: API_GROUP,
    version: API_VERSION,
    resources: ["databaseinstances"],
    operations: ["CREATE", "UPDATE"],
    why: "What costs nothing for a time is the platform's to say",
    rules: [{ cel: byPlatformUnless(keeps("?feeExemptUntil")), message: `feeExemptUntil ${BY_PLATFORM}` }],
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
