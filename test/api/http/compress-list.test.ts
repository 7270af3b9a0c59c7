import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import { newCluster, newDeployment, newPerson, type Person } from "../client.ts";
import { startTestGateway, type TestGateway } from "../gateway.ts";

type Raw = Readonly<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>;

/** Asks as few libraries do: nothing is added to what is sent, and nothing is unpacked. */
function ask(url: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    asked.on("error", reject).end();
  });
}

describe("A long list", function () {
  this.timeout(120_000);
  let gateway: TestGateway;
  let person: Person;
  let one: string;

  before(async () => {
    gateway = await startTestGateway();
    person = await newPerson(gateway.url);
    const clusterId = await newCluster(person.session);
    const environment_variables = [{ name: "GREETING", value: "ahoy ".repeat(900) }];
    for (let count = 0; count < 3; count += 1)
      one = (await newDeployment(person.session, clusterId, { environment_variables })).id;
  });
  after(() => gateway.stop());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Raw> =>
    ask(`${gateway.url}/api/v1${path}`, { cookie: person.cookie, ...headers });

  it("leaves compressed for whoever takes it so, and says the same", async () => {
    const plain = await get("/deployments");
    const packed = await get("/deployments", { "accept-encoding": "br, gzip;q=0.5" });
    expect(plain.headers["content-encoding"]).to.equal(undefined);
    expect(packed.headers["content-encoding"]).to.equal("gzip");
    for (const { headers, body } of [plain, packed]) {
      expect(headers["vary"]).to.match(/Accept-Encoding/);
      expect(headers["content-length"]).to.equal(String(body.length));
    }
    expect(packed.body.length * 10).to.be.below(plain.body.length);
    const items = (body: Buffer): unknown =>
      (JSON.parse(body.toString()) as { deployments: Record<string, unknown>[] }).deployments.map(
        ({ id, name, environment_variables }) => ({ id, name, environment_variables }),
      );
    expect(items(gunzipSync(packed.body))).to.deep.equal(items(plain.body));
  });

  it("leaves as it is for whoever refuses that, and so does what is short or one resource", async () => {
    const gzip = { "accept-encoding": "gzip" };
    for (const [path, headers] of [
      ["/deployments", { "accept-encoding": "gzip;q=0" }],
      ["/clusters", gzip],
      [`/deployments/${one}`, gzip],
    ] as const)
      expect((await get(path, headers)).headers["content-encoding"], path).to.equal(undefined);
  });
});
