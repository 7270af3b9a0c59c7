import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { clientOf, newAccount, newCluster, newDeployment, type Account, type Answer } from "./client.ts";
import { begin, CLUSTER, PATH, pay, read, startBilling, type BillingScene } from "./billing-scene.ts";
import { makePlatformAdmin } from "./platform-admin.ts";

describe("the removal of a payment method", function () {
  this.timeout(300_000);
  let scene: BillingScene;
  let person: Account;
  let customerId: string;

  before(async () => {
    scene = await startBilling();
  });
  after(() => scene.stop());
  beforeEach(async () => {
    scene.mollie.fault = undefined;
    scene.mollie.isAtFault = () => true;
    person = await newAccount(scene.gateway.url);
    customerId = await pay(scene, person);
    scene.mollie.requests.length = 0;
  });

  const remove = (query = ""): Promise<Answer> => person.session("DELETE", `${PATH}${query}`);
  const statuses = (): string[] => scene.mollie.customers.get(customerId)!.mandates.map(({ status }) => status);
  const revoked = (): number => scene.mollie.count("DELETE", `/customers/${customerId}/mandates/`);
  const outcomes = async (): Promise<unknown[]> => {
    const path = `/organizations/${person.slug}/audit?action=removePaymentMethod`;
    const { body } = await person.session<{ entries: { outcome: string }[] }>("GET", path);
    return body.entries.map(({ outcome }) => outcome);
  };

  it("revokes what is valid or pending and nothing else; a second time there is nothing left", async () => {
    scene.mollie.addMandate(customerId, "pending");
    scene.mollie.addMandate(customerId, "invalid");
    const answer = await remove();
    expect([answer.status, answer.body]).to.deep.equal([200, { message: "The payment method is removed; 2 revoked." }]);
    expect([statuses(), revoked()]).to.deep.equal([["invalid", "invalid", "invalid"], 2]);
    expect((await read(person)).body).to.include({ usable: false, status: "invalid" });
    expect((await remove()).body).to.deep.equal({ message: "There was no payment method." });
    expect(await outcomes()).to.deep.equal(["succeeded", "succeeded"]);
    const late = await person.call("POST", "/clusters", { ...CLUSTER, name: "late" });
    expect([late.status, late.body["code"]]).to.deep.equal([409, "payment_required"]);
  });

  it("goes through more mandates than a page of Mollie's has", async () => {
    for (let made = 0; made < 620; made += 1) scene.mollie.addMandate(customerId, made % 2 === 0 ? "valid" : "invalid");
    const answer = await remove();
    expect([answer.status, answer.body["message"]]).to.deep.equal([200, "The payment method is removed; 311 revoked."]);
    expect(new Set(statuses())).to.deep.equal(new Set(["invalid"]));
    expect((await read(person)).body["mandates"]).to.have.length(621);
  });

  it("is refused while there are clusters and deployments, stopped ones too, and names them", async () => {
    const clusterId = await newCluster(person.call, { name: "held" });
    await scene.gateway.settle("Cluster", clusterId);
    const { id } = await newDeployment(person.call, clusterId, { name: "shop" });
    await scene.gateway.settle("Deployment", id, "stopped");
    const answer = await remove();
    expect([answer.status, answer.body["code"]]).to.deep.equal([409, "payment_method_in_use"]);
    expect(answer.body["conflicts"]).to.have.deep.members([
      { kind: "Cluster", id: clusterId, name: "held" },
      { kind: "Deployment", id, name: "shop" },
    ]);
    expect([revoked(), await outcomes()]).to.deep.equal([0, []]);
    await person.call("DELETE", `/deployments/${id}`);
    await person.call("DELETE", `/clusters/${clusterId}?cascade=true`);
    expect((await remove()).body["conflicts"], "they are not gone before they are gone").to.have.length(2);
    await scene.gateway.finish("Deployment", id);
    await scene.gateway.finish("Cluster", clusterId);
    expect((await remove()).status).to.equal(200);
  });

  it("is refused for what kubectl made a moment ago and no mirror has seen", async () => {
    const clusterId = await newCluster(person.call, { name: "unseen" });
    await scene.gateway.services.pool.query("DELETE FROM resources WHERE id = $1", [clusterId]);
    const answer = await remove();
    expect([answer.status, answer.body["code"]]).to.deep.equal([409, "payment_method_in_use"]);
    expect((answer.body["conflicts"] as { name: string }[]).map(({ name }) => name)).to.deep.equal(["unseen"]);
  });

  it("stops at a fault half way, keeps everything out meanwhile, and goes on where it stopped", async () => {
    for (let made = 0; made < 9; made += 1) scene.mollie.addMandate(customerId, "valid");
    scene.mollie.fault = "html500";
    scene.mollie.isAtFault = ({ method }) => method === "DELETE" && revoked() > 4;
    const answer = await remove();
    expect([answer.status, answer.body["code"]]).to.deep.equal([502, "provider_failed"]);
    expect(statuses().filter((status) => status === "valid")).to.have.length(6);
    const create = await person.call("POST", "/clusters", { ...CLUSTER, name: "between" });
    expect([create.status, create.body["code"]]).to.deep.equal([409, "payment_required"]);
    scene.mollie.isAtFault = () => false;
    await scene.mollie.notify([...scene.mollie.payments.keys()].at(-1) ?? "");
    const still = await person.call("POST", "/clusters", { ...CLUSTER, name: "between" });
    expect(still.status, "a reading makes nothing usable while a removal is under way").to.equal(409);
    scene.mollie.requests.length = 0;
    expect((await remove()).body["message"]).to.equal("The payment method is removed; 6 revoked.");
    expect(revoked()).to.equal(6);
    expect(await outcomes()).to.deep.equal(["succeeded", "failed"]);
  });

  it("comes before an organization is deleted: afterwards nobody could", async () => {
    const made = await person.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Short" });
    const { id, slug } = made.body;
    await pay(scene, person, { organization_id: id });
    const refused = await person.session("DELETE", `/organizations/${slug}`);
    expect([refused.status, refused.body["conflicts"]]).to.deep.equal([
      409,
      [{ kind: "PaymentMethod", id, name: "payment method" }],
    ]);
    expect((await remove(`?organization_id=${id}`)).status).to.equal(200);
    expect((await person.session("DELETE", `/organizations/${slug}`)).status).to.equal(200);
    expect((await remove(`?organization_id=${id}`)).status).to.equal(404);
  });

  it("is given up by a new payment method", async () => {
    scene.mollie.fault = "unavailable";
    scene.mollie.isAtFault = ({ method }) => method === "DELETE";
    expect((await remove()).status).to.equal(502);
    scene.mollie.fault = undefined;
    await scene.mollie.checkout(await begin(person), "paid");
    expect((await person.call("POST", "/clusters", { ...CLUSTER, name: "after" })).status).to.equal(200);
  });

  it("takes a mandate that is gone already for revoked", async () => {
    for (let made = 0; made < 3; made += 1) scene.mollie.addMandate(customerId, "pending");
    const { mandates } = scene.mollie.customers.get(customerId)!;
    // Between the list and the revocation two go by themselves: one Mollie remembers (410), one it does not (404).
    scene.mollie.isAtFault = ({ method }) => {
      if (method !== "DELETE" || revoked() > 1) return false;
      mandates[1]!.status = "invalid";
      mandates.splice(2, 1);
      return false;
    };
    scene.mollie.fault = "cut";
    expect((await remove()).body["message"]).to.equal("The payment method is removed; 4 revoked.");
    expect(new Set(statuses())).to.deep.equal(new Set(["invalid"]));
  });

  it("gives up on a provider that goes on listing what it revoked", async () => {
    scene.mollie.isAtFault = ({ method }) => {
      if (method === "GET")
        for (const mandate of scene.mollie.customers.get(customerId)!.mandates) mandate.status = "valid";
      return false;
    };
    scene.mollie.fault = "cut";
    expect((await remove()).status).to.equal(502);
    expect(revoked()).to.equal(4);
  });

  it("is done by one at a time", async () => {
    let open = (): void => undefined;
    scene.mollie.gate = new Promise((resolve) => (open = resolve));
    const running = remove();
    await eventually(() => expect(scene.mollie.requests).to.have.length(1));
    const [second, started] = [await remove(), await person.session("POST", PATH, {})];
    open();
    for (const { status, body, headers } of [second, started])
      expect([status, body["code"], headers.get("retry-after")]).to.deep.equal([409, "conflict", "2"]);
    expect((await running).status).to.equal(200);
    expect((await person.session("POST", PATH, {})).status, "the lease was given back").to.equal(201);
  });

  it("and creations at the same time: never both", async () => {
    const results = { removed: 0, created: 0 };
    for (let round = 0; round < 12; round += 1) {
      const account = await newAccount(scene.gateway.url);
      await pay(scene, account);
      const [removed, created] = await Promise.all([
        account.session("DELETE", PATH),
        account.session("POST", "/clusters", { ...CLUSTER, name: "race" }),
      ]);
      const said = `${removed.text} ${created.text}`;
      expect([removed.status, created.status], said).to.satisfy(
        ([first, second]: number[]) => (first === 200) !== (second === 200),
      );
      results[removed.status === 200 ? "removed" : "created"] += 1;
      const active = await account.session<{ clusters: unknown[] }>("GET", "/clusters");
      expect(active.body.clusters).to.have.length(created.status === 200 ? 1 : 0);
    }
    expect(results.removed + results.created).to.equal(12);
  });

  it("sees a creation that has begun, and a creation sees a removal that has begun", async () => {
    const { pool } = scene.gateway.services;
    await pool.query(
      `INSERT INTO audit_entries (id, request_id, principal, organization_id, action, target_kind, target_id, outcome)
        VALUES (gen_random_uuid(), 'begun', 'session', $1, 'createCluster', 'Cluster', gen_random_uuid(), 'attempted')`,
      [person.organizationId],
    );
    const refused = await remove();
    expect((refused.body["conflicts"] as object[])[0]).to.include({ kind: "Cluster", name: "being created" });
    await pool.query("UPDATE audit_entries SET outcome = 'refused' WHERE request_id = 'begun'");
    // The creation has passed its check; only the look under the lock can see the mark that comes now.
    const { mollie } = scene;
    await pool.query("UPDATE billing_accounts SET read_at = now() - interval '1 hour' WHERE customer_id = $1", [
      customerId,
    ]);
    let open = (): void => undefined;
    mollie.gate = new Promise((resolve) => (open = resolve));
    const creating = person.call("POST", "/clusters", { ...CLUSTER, name: "begun" });
    await eventually(() => expect(mollie.requests).to.have.length(1));
    await pool.query("UPDATE billing_accounts SET removing_since = now() WHERE customer_id = $1", [customerId]);
    open();
    const created = await creating;
    expect([created.status, created.body["code"]]).to.deep.equal([409, "payment_required"]);
    await pool.query("UPDATE billing_accounts SET removing_since = NULL WHERE customer_id = $1", [customerId]);
  });

  it("is not for members, and not for an admin who acts as somebody else", async () => {
    const made = await person.session<{ id: string }>("POST", "/organizations", { name: "Quay" });
    const query = `?organization_id=${made.body.id}`;
    const { pool } = scene.gateway.services;
    const [member, admin] = [await newAccount(scene.gateway.url), await newAccount(scene.gateway.url)];
    await pool.query("INSERT INTO memberships VALUES ($1, $2, 'member')", [made.body.id, member.userId]);
    for (const method of ["GET", "DELETE"])
      expect((await member.session(method, `${PATH}${query}`)).status).to.equal(403);
    await makePlatformAdmin(scene.gateway, admin);
    const acting = await admin.session("POST", "/auth/impersonate", { user_id: person.userId, reason: "support" });
    const cookie = acting.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const client = clientOf(scene.gateway.url, { cookie });
    expect((await client("GET", PATH)).body["usable"]).to.equal(true);
    expect((await client("DELETE", PATH)).status).to.equal(403);
    expect(revoked()).to.equal(0);
  });
});
