import { forEachAtOnce } from "../../adapters/for-each-at-once.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { OPERATOR_RIGHTS, type Right, type RightPlace } from "../../contract/rights.ts";
import { fault, ok, type Check, type Finding } from "./check.ts";

/** As whom and where the operator's rights are asked for; a place without a namespace is not asked about. */
type RightsParts = Readonly<{
  client: Pick<KubeClient, "request">;
  /** Whether records are written for ExternalDNS. */
  dns: boolean;
  namespaces: Readonly<Partial<Record<RightPlace, string | undefined>>>;
}>;
type Question = Readonly<{
  group: string;
  resource: string;
  subresource?: string;
  verb: string;
  namespace?: string;
  name?: string;
}>;

const AT_ONCE = 8;
const LISTED_MAX = 5;
const PATH = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/** Asks the API server for every right that the operator declares, one by one. */
export function rightsCheck(parts: RightsParts): Check {
  return {
    area: "management cluster",
    name: "rights",
    remedy: "check BERTH_KUBECONFIG and the account's token",
    look: (signal) => lookAtRights(parts, signal),
  };
}

async function lookAtRights(parts: RightsParts, signal: AbortSignal): Promise<Finding> {
  const questions = OPERATOR_RIGHTS.flatMap((right) => questionsOf(right, parts));
  const denied: string[] = [];
  const asked = questions.length;
  await forEachAtOnce(questions, AT_ONCE, async (question) => {
    if (!(await isAllowed(parts.client, question, signal))) denied.push(textOf(question));
  });
  if (denied.length === 0) return ok(`all ${asked}`);
  const names = denied.sort().slice(0, LISTED_MAX).join(", ");
  return fault(
    `${denied.length} of ${asked} are missing: ${names}`,
    "upgrade the chart, whose roles have them, or bind the role berth-operator to this account",
  );
}

function questionsOf(right: Right, { namespaces, dns }: RightsParts): Question[] {
  const namespace = namespaces[right.place];
  const isEverywhere = right.place === "cluster" || (right.place === "dns" && dns);
  if (!isEverywhere && namespace === undefined) return [];
  return right.resources.flatMap((path) => {
    const [resource = "", subresource] = path.split("/");
    return right.verbs.flatMap((verb) =>
      (right.names ?? [undefined]).map((name) => ({
        group: right.group,
        resource,
        verb,
        ...(subresource !== undefined && { subresource }),
        ...(namespace !== undefined && { namespace }),
        ...(name !== undefined && { name }),
      })),
    );
  });
}

async function isAllowed(client: RightsParts["client"], question: Question, signal: AbortSignal): Promise<boolean> {
  const body = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: question },
  };
  const { status } = (await client.request("POST", PATH, { body, signal })) as { status?: { allowed?: boolean } };
  return status?.allowed === true;
}

function textOf({ verb, resource, subresource, group, namespace }: Question): string {
  const kind = subresource === undefined ? resource : `${resource}/${subresource}`;
  return `${verb} ${kind}${group === "" ? "" : `.${group}`}${namespace === undefined ? "" : ` in ${namespace}`}`;
}
