import type { Tool } from "../agent.ts";
import {
  backUp,
  changeDeployment,
  deploy,
  extendPreview,
  makePreview,
  operateDeployment,
  promote,
  restore,
  rollBack,
} from "./change.ts";
import { listRevisions, readLogs, restoreWindow, whyNotRunning } from "./diagnose.ts";
import { clusterHealth, describe, find, recentChanges, whoAmI } from "./look.ts";

/** Lists what agents can do, those that read first; to add a task, add its tool. */
export const TOOLS: readonly Tool[] = [
  whoAmI,
  find,
  describe,
  whyNotRunning,
  readLogs,
  listRevisions,
  restoreWindow,
  clusterHealth,
  recentChanges,
  deploy,
  changeDeployment,
  operateDeployment,
  rollBack,
  promote,
  makePreview,
  extendPreview,
  backUp,
  restore,
];
