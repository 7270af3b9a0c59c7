import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import { CERTIFICATES, SECRETS } from "../../../../adapters/kubernetes/resource-types.ts";
import { Authority } from "../../../../local/nodes/authority.ts";
import type { DeploymentContext } from "../../../../operator/controllers/deployment/context.ts";
import type { Certificate } from "../../../../operator/controllers/deployment/read-certificate.ts";
import { askForCertificate } from "../../../../operator/controllers/deployment/renew-certificate.ts";
import type { DeploymentObject } from "../../../../operator/resources/objects.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const HANDLE = "web-abcdefghij";
const PLACE = { namespace: HANDLE, name: `${HANDLE}-domain-tls` };
const READY = { type: "Ready", status: "True", reason: "Ready", message: "" };
const FAILED = { type: "Issuing", status: "False", reason: "Failed", message: "order errored" };

describe("askForCertificate", () => {
  let dir: string;
  let pem: string;
  let serial: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-renew-"));
    const { certificate } = await (
      await Authority.open(dir)
    ).issue({ commonName: "shop", names: ["shop.example.org"] });
    pem = certificate;
    serial = new X509Certificate(certificate).serialNumber;
  });
  after(() => rm(dir, { recursive: true, force: true }));

  async function ask(
    conditions: readonly object[] | undefined,
    replaces: string | undefined,
    tenant?: (client: FakeKubeClient) => unknown,
  ): Promise<{ issuing: unknown; warned: unknown[]; forgotten: string[] }> {
    const client = new FakeKubeClient();
    const by = { fieldManager: "test" };
    if (conditions !== undefined)
      await client.create(CERTIFICATES, { metadata: PLACE, status: { conditions } } as never, by);
    const data = { "tls.crt": Buffer.from(pem).toString("base64") };
    await client.create(SECRETS, { metadata: PLACE, data } as never, by);
    const [warned, forgotten]: [unknown[], string[]] = [[], []];
    const context = {
      tenants: { client: () => (tenant === undefined ? client : tenant(client)) },
      caches: { clusters: { get: () => ({ metadata: {}, spec: { tier: "dedicated" }, status: { handle: "demo" } }) } },
      clock: createFakeClock(),
      logger: { warn: (...all: unknown[]) => warned.push(all) },
      domains: { forget: (handle: string) => forgotten.push(handle) },
    } as unknown as DeploymentContext;
    const status = {
      handle: HANDLE,
      ...(replaces !== undefined && { certificateRenewal: { requestedAt: "t", replaces } }),
    };
    const object = { metadata: { name: HANDLE, namespace: "org-acme" }, spec: { cluster: "demo" }, status };
    await askForCertificate(context, object as unknown as DeploymentObject);
    const found = await client.get<Certificate>(CERTIFICATES, PLACE);
    const issuing = found?.status?.conditions?.filter(({ type }) => type === "Issuing");
    return { issuing: issuing?.map(({ status: is, reason }) => `${is} ${reason ?? ""}`), warned, forgotten };
  }

  it("has cert-manager begin, in the place of what it said of an attempt before", async () => {
    expect(await ask([READY, FAILED], serial)).to.deep.equal({
      issuing: ["True ManuallyTriggered"],
      warned: [],
      forgotten: [HANDLE],
    });
    expect((await ask([READY], serial)).issuing).to.deep.equal(["True ManuallyTriggered"]);
  });

  const nothing: [string, readonly object[] | undefined, () => string | undefined, unknown][] = [
    ["while one is being made", [READY, { ...FAILED, status: "True", reason: "Other" }], () => serial, ["True Other"]],
    ["once another one is there", [READY], () => "01", []],
    ["before it is remembered which one is there", [READY], () => undefined, []],
    ["where there is none", undefined, () => serial, undefined],
  ];
  for (const [when, conditions, replaces, issuing] of nothing)
    it(`asks for nothing ${when}`, async () => {
      expect((await ask(conditions, replaces())).issuing).to.deep.equal(issuing);
    });

  it("leaves it to the next look where somebody writes in between, or nobody answers", async () => {
    const broken = (status: number) => (client: FakeKubeClient) => ({
      get: client.get.bind(client),
      patch: () => Promise.reject(new KubeError("PATCH /x", { status, reason: "Conflict" })),
    });
    expect(await ask([READY], serial, broken(409))).to.deep.include({ issuing: [], warned: [] });
    expect((await ask([READY], serial, broken(500))).warned).to.have.length(1);
    expect(await ask([READY], serial, () => undefined)).to.deep.include({ issuing: [], warned: [] });
  });
});
