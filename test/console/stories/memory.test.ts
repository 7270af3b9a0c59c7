import { expect } from "chai";
import type { Page } from "playwright-core";
import { deploymentRow, seedRows, type Owner } from "../../../bench/seeded-rows.ts";
import { ResourceStore } from "../../../adapters/postgres/resources/resource-store.ts";
import { newPerson } from "../../api/client.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

const SEEDED = { deployments: 600, clusters: 2 };
/** What an hour brings at one a second. */
const CHANGES = 3_600;
const AT_ONCE = 60;
/** What is written anew at the end of each round, by which a page shows that it has heard of all. */
const LAST = SEEDED.deployments - 1;
/** A change comes with some 2 KiB: what keeps each would have 3.5 MiB more after the second half alone. */
const GROWTH_KIB_MAX = 768;

/** Keeps whatever is read, as a store would that forgets nothing. */
const KEEP_ALL = `(() => {
  const parse = JSON.parse;
  globalThis.kept = [];
  JSON.parse = (text, ...more) => {
    const value = parse(text, ...more);
    globalThis.kept.push([value, text + "."]);
    return value;
  };
})()`;

/** What a page holds that stays open, in a real browser (`make browser`). */
describe("The console's memory", function () {
  this.timeout(900_000);
  const { gateway, visitAs } = tellConsoleStories();

  const heldKib = async (page: Page): Promise<number> => {
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await session.detach();
    return usedSize / 1024;
  };

  it("is as large after an hour of events as before (known bad: a store that keeps all of them)", async () => {
    const person = await newPerson(gateway().url);
    const owner: Owner = { organizationId: person.organizationId, userId: person.userId };
    const { pool, config } = gateway().services;
    await seedRows(config.postgresUrl.reveal(), owner, SEEDED);
    const store = new ResourceStore(pool);
    const { epoch } = await store.adoptEpoch("bench");
    const { page, faults } = await visitAs(person, "/deployments?q=shop-");
    await page.getByText(`${SEEDED.deployments} in all`).waitFor();
    let version = 1;
    /** Every deployment is changed as often as any other, and the page has shown the last change of all. */
    const follow = async (changes: number): Promise<number> => {
      for (let done = 0; done < changes; done += AT_ONCE) {
        version += 1;
        const rows = Array.from({ length: AT_ONCE }, (_, index) =>
          deploymentRow(owner, (done + index) % LAST, { version, readyReplicas: version % 3 }),
        );
        await store.mirror(epoch, { rows, deleted: [] });
      }
      version += 1;
      const readyReplicas = (version % 2) + 10;
      await store.mirror(epoch, { rows: [deploymentRow(owner, LAST, { version, readyReplicas })], deleted: [] });
      await page.getByRole("searchbox").fill(`shop-${LAST}`);
      await page.getByText(`${readyReplicas} / 2`).waitFor();
      await page.getByRole("searchbox").fill("shop-");
      await page.getByText(`${SEEDED.deployments} in all`).waitFor();
      return heldKib(page);
    };
    await follow(SEEDED.deployments);
    const before = await follow(SEEDED.deployments);
    const grown = (await follow(CHANGES)) - before;
    console.log(`    ${CHANGES} changes: ${before.toFixed(0)} KiB before, ${grown.toFixed(0)} more after`);
    expect(grown).to.be.below(GROWTH_KIB_MAX);

    await page.evaluate(KEEP_ALL);
    const grownBad = (await follow(CHANGES)) - before - grown;
    console.log(`    of what keeps all: ${grownBad.toFixed(0)} KiB more`);
    expect(grownBad).to.be.above(GROWTH_KIB_MAX);
    expect(await faults()).to.deep.equal([]);
  });
});
