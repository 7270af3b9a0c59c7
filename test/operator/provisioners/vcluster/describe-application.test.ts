import { expect } from "chai";
import type { ArgoApplication } from "../../../../operator/delivery/argo-application.ts";
import { describeApplication } from "../../../../operator/provisioners/vcluster/describe-application.ts";

const APPLICATION = { metadata: { name: "vc" }, sync: "Synced", health: "Healthy", hasOperation: false };
const ABOUT = { region: "fsn1", phase: "running", endpoint: "https://a", matches: true, kubernetesVersion: "v1.36.0" };

function told(application: Partial<ArgoApplication>, about: Partial<typeof ABOUT>): string {
  const found = describeApplication({ ...APPLICATION, ...application } as ArgoApplication, { ...ABOUT, ...about });
  if (found === undefined) return "well";
  if (found.kind === "ready") return `ready ${found.healthy ? "healthy" : "ill"}`;
  return found.kind === "creating" ? `creating: ${found.step}` : found.kind;
}

const FAILED = { phase: "Failed", message: "", revision: "", kick: "", retrying: false, waiting: false };
const RUNNING = { ...FAILED, phase: "Running" };
const ERROR = { type: "InvalidSpecError", message: "", since: undefined };

describe("The description of a virtual cluster's Application", () => {
  const cases: readonly (readonly [string, Partial<ArgoApplication>, Partial<typeof ABOUT>, string])[] = [
    ["new, never looked at", { sync: "", health: "" }, { phase: "provisioning" }, "creating: Installing"],
    ["new, out of sync", { sync: "OutOfSync", health: "Missing" }, { phase: "provisioning" }, "creating: Installing"],
    ["new, starting", { health: "Progressing" }, { phase: "provisioning" }, "creating: Starting the control plane"],
    [
      "new, refused for now",
      { sync: "Unknown", error: ERROR },
      { phase: "provisioning" },
      "creating: Argo CD cannot install it yet",
    ],
    ["new, retried", { sync: "OutOfSync", operation: RUNNING }, { phase: "provisioning" }, "creating: Installing"],
    ["new, given up", { sync: "OutOfSync", operation: FAILED }, { phase: "provisioning" }, "failed"],
    [
      "new, asked for again",
      { sync: "OutOfSync", operation: FAILED, hasOperation: true },
      { phase: "provisioning" },
      "creating: Installing",
    ],
    ["new, done", {}, { phase: "registering" }, "well"],
    ["live, well", {}, {}, "well"],
    ["live, drifted", { sync: "OutOfSync" }, {}, "well"],
    ["live, being synced", { sync: "OutOfSync", operation: RUNNING }, {}, "creating: Restarting the control plane"],
    ["live, a pod starts by itself", { health: "Progressing" }, {}, "ready ill"],
    ["live, changed by us", { health: "Progressing" }, { phase: "updating" }, "creating: Restarting the control plane"],
    [
      "live, about to be changed",
      { health: "Progressing" },
      { matches: false },
      "creating: Restarting the control plane",
    ],
    ["live, broken", { health: "Degraded" }, {}, "ready ill"],
    ["live, broken while changed", { health: "Degraded" }, { phase: "updating" }, "ready ill"],
    ["live, its sync failed", { sync: "OutOfSync", operation: FAILED }, {}, "well"],
    ["live, unseen", { sync: "Unknown", health: "Unknown" }, { phase: "degraded" }, "ready ill"],
  ];
  for (const [name, application, about, expected] of cases)
    it(`says of one that is ${name}: ${expected}`, () => expect(told(application, about)).to.equal(expected));
});
