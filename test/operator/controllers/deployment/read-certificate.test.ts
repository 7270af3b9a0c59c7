import { X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { KubeObject, ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
import {
  CERTIFICATE_REQUESTS,
  CERTIFICATES,
  CHALLENGES,
  SECRETS,
} from "../../../../adapters/kubernetes/resource-types.ts";
import { Authority } from "../../../../local/nodes/authority.ts";
import {
  readCertificate,
  type CertifiedSubject,
} from "../../../../operator/controllers/deployment/read-certificate.ts";
import type { CertificateView } from "../../../../operator/machines/deployment/domain-certificate.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const NAME = "web-domain-tls";
const SUBJECT = { domain: "shop.example.org", isIssued: true };
const READY = { type: "Ready", status: "False", reason: "DoesNotExist", message: "Issuing" };

type Stored = readonly [ResourceType, object];

async function clusterWith(...objects: Stored[]): Promise<FakeKubeClient> {
  const client = new FakeKubeClient();
  for (const [type, rest] of objects) {
    const metadata = { namespace: "web", name: NAME };
    await client.create(type, { metadata, ...rest } as unknown as KubeObject, { fieldManager: "test" });
  }
  return client;
}

const readOf = (client: FakeKubeClient | undefined, subject: CertifiedSubject): Promise<CertificateView> =>
  readCertificate({ client, namespace: "web", name: NAME }, subject);

describe("readCertificate", () => {
  it("says what the challenge waits for, before what the attempt and the request say", async () => {
    const failed = { type: "Issuing", status: "False", reason: "Failed", message: "order is\n errored" };
    const status = { conditions: [READY, failed], lastFailureTime: "2026-11-20T10:00:00Z", failedIssuanceAttempts: 3 };
    const request = {
      metadata: { namespace: "web", name: "r1", annotations: { "cert-manager.io/certificate-name": NAME } },
      status: { conditions: [{ type: "Ready", status: "False", message: "issuer not found" }] },
    };
    const challenge = {
      spec: { dnsName: SUBJECT.domain },
      status: { state: "pending", reason: "wrong status code '404'" },
    };
    const other = {
      metadata: { namespace: "web", name: "other" },
      spec: { dnsName: "other.example.org" },
      status: { reason: "another's" },
    };
    const told = async (...objects: Stored[]): Promise<unknown> => {
      const view = await readOf(await clusterWith(...objects), SUBJECT);
      return view.kind === "present" ? view.cause : view.kind;
    };
    const certificate = [CERTIFICATES, { status }] as const;
    const waiting = [CERTIFICATES, { status: { conditions: [READY] } }] as const;
    expect(await told(certificate, [CHALLENGES, challenge], [CHALLENGES, other])).to.equal("wrong status code '404'");
    expect(await told(certificate, [CHALLENGES, other])).to.equal("order is errored");
    expect(await told(waiting, [CERTIFICATE_REQUESTS, request])).to.equal("issuer not found");
    expect(await told(waiting)).to.equal(undefined);
    expect(await told()).to.equal("absent");
    expect(await readOf(await clusterWith(certificate), SUBJECT)).to.include({
      retryMs: Date.parse("2026-11-20T14:00:00Z"),
    });
  });

  it("calls the one of a cluster that nobody can ask unreachable, issued or brought", async () => {
    for (const isIssued of [true, false])
      expect(await readOf(undefined, { ...SUBJECT, isIssued })).to.deep.equal({ kind: "unreachable" });
  });

  it("asks for no cause where all is well", async () => {
    const status = {
      conditions: [{ type: "Ready", status: "True", reason: "Ready" }],
      notAfter: "2027-01-01T00:00:00Z",
    };
    const client = await clusterWith([CERTIFICATES, { status }], [CHALLENGES, { spec: {}, status: {} }]);
    expect(await readOf(client, SUBJECT)).to.deep.include({
      reason: "Issued",
      message: "Valid until 2027-01-01T00:00:00Z",
      notAfterMs: Date.parse("2027-01-01T00:00:00Z"),
    });
  });

  it("reads one that was brought: for which names, and until when", async () => {
    const bring = { ...SUBJECT, isIssued: false };
    expect(await readOf(await clusterWith(), bring)).to.deep.equal({ kind: "absent", toBring: NAME });
    const nonsense = { data: { "tls.crt": Buffer.from("no certificate").toString("base64") } };
    expect(await readOf(await clusterWith([SECRETS, nonsense]), bring)).to.include({ isForDomain: false });
    const dir = await mkdtemp(join(tmpdir(), "berth-authority-"));
    try {
      const names = [SUBJECT.domain];
      const { certificate } = await (await Authority.open(dir)).issue({ commonName: "shop", names });
      const client = await clusterWith([SECRETS, { data: { "tls.crt": Buffer.from(certificate).toString("base64") } }]);
      const { validTo } = new X509Certificate(certificate);
      expect(await readOf(client, bring)).to.deep.include({
        kind: "brought",
        isForDomain: true,
        notAfterMs: Date.parse(validTo),
      });
      expect(await readOf(client, { ...bring, domain: "x.example.org" })).to.include({ isForDomain: false });
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
