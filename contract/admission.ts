import { ERRORS } from "./errors.ts";
import { API_GROUP, API_VERSION, LABELS } from "./identity.ts";

/** Is a rule that the API server holds every writer to, in CEL; `message` is what they read. */
export type AdmissionRule = Readonly<{ cel: string; message: string }>;

/** Is a group of rules about some resources. */
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

const label = (object: string, name: string): string => `${object}.metadata.?labels[?'${name}'].orValue('')`;
/** On a create there is no old object, and the label is to be absent. */
const isUnchanged = (name: string): string =>
  `(oldObject == null ? '' : ${label("oldObject", name)}) == ${label("object", name)}`;

/** Lists what the schemas cannot say: rules about who writes, and about an object's surroundings (decisions.md 2). */
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
