import type { Condition } from "../../../contract/resources/conditions.ts";
import { formatBaseState, parseBaseState } from "../../../operator/machines/base-state.ts";
import { conditionOf, deriveConditions, isTrue } from "../../../operator/machines/conditions.ts";
import { boundedMessage, type FilesView } from "../../../operator/machines/decision.ts";
import { deletionConditions, finish, leaveGit } from "../../../operator/machines/deletion-decision.ts";
import {
  formatGitDelivery,
  nextGitDelivery,
  parseGitDelivery,
  syncedDelivery,
  type GitDelivery,
} from "../../../operator/machines/git-delivery.ts";
import { inPhase, stay } from "../../../operator/machines/moves.ts";
import { findOrphans, orphanName, orphansMessage } from "../../../operator/machines/orphans/find-orphans.ts";
import { formatOptionalTime, parseTime } from "../../../operator/machines/status-time.ts";
import { deploymentIn, NOW } from "../../support/delivered.ts";
import { rememberDecisions } from "../../support/remembered-decisions.ts";
import { toldConditions, toldDecision, toldDeletion } from "../../support/told-decision.ts";

const at = (ms: number): string => new Date(NOW + ms).toISOString();

describe("What the deletions have in common", () => {
  type Scene = Readonly<{ files: FilesView; reason: string; message: string }>;
  rememberDecisions("deletion", {
    answer: ({ files, reason, message }: Scene) => {
      const decision = leaveGit(files);
      return {
        files: decision === undefined ? "it goes on" : toldDeletion(decision),
        conditions: toldConditions(deletionConditions(reason, message)),
        end: toldDeletion(finish()),
      };
    },
    scenes: { "its files are gone": { files: { kind: "removed" }, reason: "Deleting", message: "" } },
    axes: {
      files: [
        { kind: "present" },
        { kind: "pushing" },
        { kind: "unavailable", message: "away" },
        { kind: "refused", message: "protected" },
      ],
      message: ["In the way"],
    },
    alone: true,
  });
});

describe("What the machines have in common", () => {
  const git: GitDelivery = { commit: "c", contentHash: "h", committedAtMs: NOW - 9 };
  const before: Condition = { type: "Ready", status: "True", reason: "R", message: "", lastTransitionTime: at(-5) };
  type Scene = Readonly<{
    git: GitDelivery | undefined;
    seen: Parameters<typeof nextGitDelivery>[1];
    before: readonly Condition[] | undefined;
    message: string;
    isTold: boolean | undefined;
    time: string | undefined;
    phase: "running" | "failed";
  }>;
  rememberDecisions("base", {
    answer: (scene: Scene) => {
      const state = { ...deploymentIn("running"), git: scene.git, message: scene.message };
      const around = {
        before: scene.before,
        wanted: [conditionOf("Ready", "True", "Running")],
        generation: 3,
        gitPath: "g",
        nowMs: NOW,
      };
      const status = formatBaseState(state, scene.isTold === undefined ? around : { ...around, isTold: scene.isTold });
      const written = formatGitDelivery(scene.git, "g");
      return {
        status,
        read: parseBaseState(
          { ...status, phaseSince: scene.time, conditions: [...(scene.before ?? [])] },
          "pending",
          NOW,
        ),
        unread: parseBaseState({}, "pending", NOW),
        git: written && parseGitDelivery({ ...written, committedAt: scene.time }, NOW),
        next: nextGitDelivery(scene.git, scene.seen),
        synced: syncedDelivery(scene.git, "r9"),
        conditions: deriveConditions(scene.before ?? [], [conditionOf("Ready", "False", "No", scene.message)], 2, NOW),
        ready: isTrue(scene.before, "Ready"),
        bounded: boundedMessage(scene.message).length,
        time: [parseTime(scene.time), formatOptionalTime(parseTime(scene.time))],
        moved: inPhase(state, scene.phase, NOW, { reason: "Moved" }),
        stayed: toldDecision(stay(state, "Why", { kind: "settled" })),
      };
    },
    scenes: {
      "all is there": {
        git,
        seen: {
          git: { kind: "present", commit: "c", committedAtMs: NOW - 1 },
          rendered: { kind: "rendered", contentHash: "h" },
        },
        before: [before],
        message: "",
        isTold: undefined,
        time: at(-7),
        phase: "running",
      },
    },
    axes: {
      git: [undefined, { ...git, syncedRevision: "r1" }],
      "seen.git": [{ kind: "absent" }, { kind: "present", commit: "d", committedAtMs: NOW - 1 }],
      "seen.rendered": [{ kind: "unknown" }, { kind: "rendered", contentHash: "i" }],
      before: {
        none: undefined,
        empty: [],
        "another one": [{ ...before, type: "Stalled" }],
        "was false": [{ ...before, status: "False" }],
      },
      message: { told: "Told", "of 1000": "x".repeat(1_000), "of 1001": "x".repeat(1_001) },
      isTold: [true, false],
      time: [undefined, "soon"],
      phase: ["failed"],
    },
    nowMs: NOW,
    alone: true,
  });
});

describe("findOrphans", () => {
  type Scene = Readonly<{
    paths: readonly string[];
    applications: Parameters<typeof findOrphans>[0]["applications"];
    clusters: readonly string[];
    delivered: readonly string[];
    message: readonly string[];
  }>;
  rememberDecisions("orphans", {
    answer: ({ paths, applications, clusters, delivered, message }: Scene) => ({
      found: findOrphans({ paths, applications }, { clusters: new Set(clusters), delivered: new Set(delivered) }).map(
        (orphan) => `${orphanName(orphan)} on ${orphan.cluster}`,
      ),
      message: orphansMessage(message),
    }),
    scenes: {
      "nobody owns anything": {
        paths: [
          "README.md",
          "clusters/",
          "clusters/one/cluster.yaml",
          "clusters/one/applications/shop.yaml",
          "clusters/one/applications/shop.yml",
          "clusters/one/applications/deep/shop.yaml",
          "clusters/one/deployments/shop/values.yaml",
          "clusters/one/databases/db/values.yaml",
          "clusters/one/databases/db/more.yaml",
          "old/clusters/two/deployments/x/values.yaml",
        ],
        applications: [
          { name: "shop", cluster: "one", isComponent: false },
          { name: "left", cluster: "one", isComponent: false },
          { name: "traefik", cluster: "one", isComponent: true },
        ],
        clusters: [],
        delivered: [],
        message: ["a", "b"],
      },
    },
    axes: {
      paths: {
        none: [],
        "the manifest last": ["clusters/one/deployments/shop/values.yaml", "clusters/one/applications/shop.yaml"],
      },
      applications: [[]],
      clusters: [["one"]],
      delivered: [["shop"], ["db", "left"]],
      message: [
        ["a", "b", "c", "d", "e"],
        ["a", "b", "c", "d", "e", "f"],
      ],
    },
  });
});
