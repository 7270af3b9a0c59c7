import type { Spoiling } from "../../support/spoil-source.ts";

/** Lists the decisions of before that the simulated world must see. */
export const OLD_DECISIONS = {
  // What cannot be compared for two minutes has failed, healthy or not.
  comparison: {
    file: "operator/machines/deployment/progress.ts",
    edits: [
      { code: "if (lasts && !wasSynced && namesManifest(message))", instead: "if (lasts || (wasSynced && lasts))" },
    ],
  },
  // The time to become healthy runs from the commit, however old it is.
  deadline: {
    file: "operator/machines/deployment/next.ts",
    edits: [
      {
        code: "Math.max(state.git?.committedAtMs ?? 0, state.phaseSinceMs)",
        instead: "(state.git?.committedAtMs ?? state.phaseSinceMs)",
      },
    ],
  },
  // Where nobody serves a provider, nothing of a cluster is left.
  unserved: {
    file: "operator/machines/cluster/next-deletion.ts",
    edits: [{ code: "return begun ? waitForProvider(", instead: "return begun && !begun ? waitForProvider(" }],
  },
  // A token lives as long as was asked for.
  tokenLife: {
    file: "operator/delivery/token-life.ts",
    edits: [
      {
        code: "return Math.abs(nowMs - issuedAtMs) >= restMs;",
        instead: "return expiresAtMs - nowMs < TOKEN_SECONDS * 1_000 * (1 - ROTATE_AFTER) && restMs > 0;",
      },
    ],
  },
  // What was unwell for a while is told to be so for ever.
  unwell: {
    file: "operator/machines/deployment/watch-health.ts",
    edits: [{ code: 'return stay(well(synced, observed), "Healthy"', instead: 'return stay(synced, "Healthy"' }],
  },
  // What other news took along of a trouble that passed stays told.
  stale: {
    file: "operator/machines/conditions.ts",
    edits: [
      { code: 'if (!isTrue(now, "Ready")) return false;', instead: 'if (isTrue(now, "Ready")) return false;' },
      { code: ">= TOLD_WITHIN_MS", instead: "< 0" },
    ],
  },
  // What nobody serves is not there.
  unseen: {
    file: "operator/controllers/cluster/observe.ts",
    edits: [{ code: 'kind: "unsupported",', instead: 'kind: "absent",' }],
  },
  // What was told to go a minute ago is gone.
  told: {
    file: "operator/controllers/delivered/deletion.ts",
    edits: [
      {
        code: "const gone = removed && application === undefined;",
        instead:
          'const gone = removed && (application === undefined || context.clock.nowMs() - Date.parse(application.metadata.deletionTimestamp ?? "") > 60_000);',
      },
      {
        code: "application: goingView(application, context.clock.nowMs()),",
        instead: "application: goingView(gone ? undefined : application, context.clock.nowMs()),",
      },
    ],
  },
  // Whoever does not know which image was chosen takes it for chosen anew, and what automation found for an old one.
  chosenAnew: {
    file: "operator/controllers/deployment/images.ts",
    edits: [{ code: "if (chosen === undefined || chosen === derive", instead: "if (chosen === derive" }],
  },
  // What the copies lack is not there.
  lacking: {
    file: "operator/controllers/reconcile.ts",
    edits: [{ code: "return !isVerdict(final, decided) ||", instead: "return isVerdict(final, decided) || true ||" }],
  },
  // The newest of two versions counts, also after a restore of etcd.
  newest: {
    file: "operator/runtime/contradicts.ts",
    edits: [{ code: "return order < 0 || (order === 0 &&", instead: "return order < 0 && (order === 0 &&" }],
  },
  // A release command that failed is tried again until it is through.
  retried: {
    file: "operator/machines/deployment/release.ts",
    edits: [{ code: "return hasFailed && release.isAskedAgain ? also(", instead: "return hasFailed ? also(" }],
  },
  // Who once asked for a sync has every later release run again that is shown as failed.
  askedForEver: {
    file: "operator/machines/deployment/release.ts",
    edits: [
      { code: "noted?.jobUid === uid && syncRequestedAt !== undefined", instead: "syncRequestedAt !== undefined" },
      { code: "&& syncRequestedAt !== noted.syncRequestedAt", instead: "" },
    ],
  },
  // What the machine's own clock says is the time.
  ownClock: {
    file: "operator/runtime/agreed-clock.ts",
    edits: [{ code: "if (ahead === undefined) return", instead: "return" }],
  },
} as const satisfies Readonly<Record<string, Spoiling>>;
