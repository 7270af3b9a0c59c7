import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Change } from "../../../adapters/postgres/resources/change-feed.ts";
import { firstOf, tellEvents } from "../../../api/events/tell-events.ts";
import { openEvents, type EventClient } from "../../support/event-client.ts";
import { eventually } from "../../support/eventually.ts";
import { newAccount, type Account } from "../client.ts";
import { startTestGateway, type TestGateway } from "../gateway.ts";

const CHARACTERS = 1_500_000;

describe("Events of large resources", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  const ids = Array.from({ length: 12 }, () => randomUUID());

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    await gateway.services.pool.query(
      `INSERT INTO resources (id, uid, kind, namespace, object_name, display_name, organization_id, user_id, status, generation,
        resource_version, body, created_at, updated_at)
      SELECT id, id::text, 'Deployment', 'org', id::text, id::text, $2, (SELECT id FROM users LIMIT 1), 'running', 1, 1,
        jsonb_build_object('text', repeat('x', $3)), now(), now() FROM unnest($1::uuid[]) id`,
      [ids, account.organizationId, CHARACTERS],
    );
  });
  after(() => gateway.stop());

  const changeOf = (resourceId: string): Change => ({
    seq: 1n,
    kind: "Deployment",
    resourceId,
    organizationId: account.organizationId,
    type: "updated",
    at: new Date(),
  });
  const follow = (from: Record<string, string> = {}): Promise<EventClient> =>
    openEvents(`${gateway.url}/api/v1/events`, { authorization: `Bearer ${account.key}`, ...from });
  const shown = ({ events }: EventClient): unknown[] =>
    events.map(({ data }) => [data["id"], (data["resource"] as { text: string }).text.length]);

  for (const [name, resources] of [
    ["of many", ids],
    ["of one that changed often", ids.map(() => ids[0]!)],
  ] as const)
    it(`are told some at a time, ${name}: all at once are more than a gateway has memory for`, async () => {
      let left = resources.map(changeOf);
      const told: string[] = [];
      while (left.length > 0) {
        const { events, count } = await tellEvents(gateway.services.pool, left);
        expect(events.length).to.equal(2);
        told.push(...events.map(({ change }) => change.resourceId));
        left = left.slice(count);
      }
      expect(told).to.deep.equal(resources);
    });

  it("are sent some at a time, too: each stream holds what it sends until its client has taken it", () => {
    const sent = (length: number): number =>
      firstOf(
        ids.map((id) => ({ change: changeOf(id), data: "x".repeat(length) })),
        10,
      ).length;
    expect([sent(CHARACTERS), sent(1_000)]).to.deep.equal([2, 10]);
  });

  it("reach a client all and in their order, while it listens and when it comes back", async () => {
    const live = await follow();
    await eventually(() => expect(live.lastId()).to.not.equal(""));
    const cursor = live.lastId();
    await gateway.services.pool.query(
      `WITH recorded AS (INSERT INTO changes (kind, resource_id, organization_id, type)
          SELECT 'Deployment', id, $2, 'updated' FROM unnest($1::uuid[]) WITH ORDINALITY w (id, place) ORDER BY place RETURNING seq)
        SELECT pg_notify('berth_changes', max(seq)::text) FROM recorded`,
      [ids, account.organizationId],
    );
    const all = ids.map((id) => [id, CHARACTERS]);
    await eventually(() => expect(shown(live)).to.deep.equal(all));
    live.close();
    const back = await follow({ "last-event-id": cursor });
    await eventually(() => expect(shown(back)).to.deep.equal(all));
    back.close();
  });
});
