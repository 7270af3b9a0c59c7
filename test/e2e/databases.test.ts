import { tellDatabaseStory } from "../support/database-story.ts";

describe("databases: from rows to a backup and back", function () {
  this.timeout(900_000);
  tellDatabaseStory(this, "simulated");
});
