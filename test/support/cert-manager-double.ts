import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KubeObject, Ref } from "../../adapters/kubernetes/kube-object.ts";
import { CERTIFICATES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { Authority, type Credential } from "../../local/nodes/authority.ts";
import type { FakeKubeClient } from "./fake-kube-client.ts";

type Certificate = KubeObject &
  Readonly<{
    spec: Readonly<{
      secretName: string;
      dnsNames: readonly string[];
      secretTemplate?: Readonly<{ labels?: Readonly<Record<string, string>> }>;
    }>;
  }>;
type Issue = Readonly<{ notAfter?: string; credential?: Credential; labels?: Readonly<Record<string, string>> }>;

const BY = { fieldManager: "cert-manager", force: true };
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Plays cert-manager: makes the Secrets that Certificates ask for when it is told to, each time with a new key. */
export class CertManagerDouble {
  readonly #dir: string;
  readonly #authority: Authority;

  private constructor(dir: string, authority: Authority) {
    this.#dir = dir;
    this.#authority = authority;
  }

  static async open(): Promise<CertManagerDouble> {
    const dir = await mkdtemp(join(tmpdir(), "berth-cert-manager-"));
    return new CertManagerDouble(dir, await Authority.open(dir));
  }

  async close(): Promise<void> {
    await rm(this.#dir, { recursive: true });
  }

  /** Signs a certificate for a new key. */
  sign(...names: readonly string[]): Promise<Credential> {
    return this.#authority.issue({ commonName: "double", names });
  }

  /** Issues what a Certificate asks for; another credential, or other labels, is a fault of the double's. */
  async issue(client: FakeKubeClient, ref: Ref, options: Issue = {}): Promise<Credential> {
    const found = await client.get<Certificate>(CERTIFICATES, ref);
    if (found === undefined) throw new Error(`There is no Certificate ${ref.name}`);
    const { secretName, dnsNames, secretTemplate } = found.spec;
    const credential = options.credential ?? (await this.sign(...dnsNames));
    const metadata = {
      namespace: ref.namespace,
      name: secretName,
      labels: options.labels ?? secretTemplate?.labels ?? {},
      annotations: { "cert-manager.io/certificate-name": ref.name },
    };
    const data = { "tls.crt": base64(credential.certificate), "tls.key": base64(credential.key) };
    const body = { apiVersion: "v1", kind: "Secret", metadata, type: "kubernetes.io/tls", data };
    await client.patch(SECRETS, { ...ref, name: secretName }, { kind: "apply", body }, BY);
    const ready = { type: "Ready", status: "True", reason: "Ready", message: "Certificate is up to date" };
    await this.say(client, ref, { conditions: [ready], notAfter: options.notAfter ?? "2027-02-01T00:00:00Z" });
    return credential;
  }

  /** Writes what cert-manager says of a Certificate. */
  async say(client: FakeKubeClient, ref: Ref, status: object): Promise<void> {
    await client.patch(CERTIFICATES, ref, { kind: "merge", body: { status } }, { ...BY, subresource: "status" });
  }
}
