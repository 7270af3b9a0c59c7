import { adoptionStory } from "../stories/adoption-story.ts";
import { backupStory } from "../stories/backup-story.ts";
import { databaseStory } from "../stories/database-story.ts";
import { imageStory } from "../stories/image-story.ts";
import { promotionStory } from "../stories/promotion-story.ts";
import { releaseCommandStory } from "../stories/release-command-story.ts";
import { releaseStory } from "../stories/release-story.ts";
import { replicationStory } from "../stories/replication-story.ts";
import { restoreStory } from "../stories/restore-story.ts";
import { serverTypeStory } from "../stories/server-type-story.ts";
import { sleepStory } from "../stories/sleep-story.ts";
import { upgradeStory } from "../stories/upgrade-story.ts";
import { virtualClusterStory } from "../stories/virtual-cluster-story.ts";
import type { Story } from "../world/play.ts";
import { mainStory } from "../world/story.ts";

/** A story that is disturbed in every way. */
export type ChaosStory = Readonly<{
  name: string;
  story: Story;
  /** Names what may stand for one another: which host carries which shared cluster is nobody's promise. */
  alike?: RegExp;
}>;

/** Lists stories through which every machine goes, from its first state to its last. */
export const CHAOS_STORIES: readonly ChaosStory[] = [
  { name: "clusters and deployments", story: mainStory },
  { name: "databases", story: databaseStory },
  { name: "backups", story: backupStory },
  { name: "restores", story: restoreStory },
  { name: "replicas", story: replicationStory },
  { name: "adoptions", story: adoptionStory },
  { name: "image automation", story: imageStory },
  { name: "release commands", story: (world) => releaseCommandStory(world) },
  { name: "sleep", story: sleepStory },
  { name: "promotions", story: promotionStory() },
  { name: "a change of the server type", story: serverTypeStory },
  { name: "upgrades", story: upgradeStory },
  { name: "waves of a release", story: releaseStory },
  { name: "shared clusters", story: virtualClusterStory, alike: /\bh[12]-[a-z2-7]{10}\b/g },
];
