import { tellDatabaseStory } from "../support/database-story.ts";
import { canRunNodes } from "../support/real-nodes.ts";

describe("databases by the real CloudNativePG: from rows to a backup and back", function () {
  this.timeout(40 * 60_000);
  before(async function () {
    if (!(await canRunNodes())) this.skip();
  });
  tellDatabaseStory(this, "real");
});
