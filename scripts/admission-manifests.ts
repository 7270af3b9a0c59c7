import { ADMISSION_POLICIES, TRUSTED_ACCOUNTS, type AdmissionPolicy } from "../contract/admission.ts";

const API_VERSION = "admissionregistration.k8s.io/v1";

/** A ValidatingAdmissionPolicy or its binding. */
type AdmissionManifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string }>;
  spec: object;
}>;

/** Derives the policies and their bindings; `accounts` is a CEL list, or what stands for one. */
export function admissionManifests(accounts: string): AdmissionManifest[] {
  return ADMISSION_POLICIES.flatMap((policy) => [policyOf(policy, accounts), bindingOf(policy)]);
}

function policyOf(policy: AdmissionPolicy, accounts: string): AdmissionManifest {
  const { name, group, version, resources, operations, rules, params } = policy;
  const rule = { apiGroups: [group], apiVersions: [version], operations, resources };
  const validations = rules.map(({ cel, message, messageCel }) => ({
    expression: cel.replaceAll(TRUSTED_ACCOUNTS, accounts),
    message,
    ...(messageCel !== undefined && { messageExpression: messageCel }),
    reason: "Invalid",
  }));
  return {
    apiVersion: API_VERSION,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: {
      failurePolicy: "Fail",
      ...(params && { paramKind: { apiVersion: params.apiVersion, kind: params.kind } }),
      matchConstraints: { resourceRules: [rule] },
      validations,
    },
  };
}

function bindingOf({ name, params }: AdmissionPolicy): AdmissionManifest {
  return {
    apiVersion: API_VERSION,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name },
    spec: {
      policyName: name,
      // Of the namespace of what is written.
      ...(params && { paramRef: { name: params.name, parameterNotFoundAction: "Allow" } }),
      validationActions: ["Deny"],
    },
  };
}
