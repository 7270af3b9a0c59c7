/*
 * Signatures and attestations as cosign stores them beside what they are of: under the tags sha256-<digest>.sig and .att.
 * `cosign verify --key` and `cosign verify-attestation --key` read them.
 */
import { sign, type KeyObject } from "node:crypto";
import type { Descriptor } from "../../local/images/describe-image.ts";
import type { OciLayout } from "./oci-layout.ts";

/** A statement about something, by its type: provenance, a bill of materials. */
export type Predicate = Readonly<{ type: string; content: object }>;
/** What is signed: by its repository and digest. */
type Subject = Readonly<{ repository: string; digest: string }>;
type Layer = Descriptor & Readonly<{ annotations: Readonly<Record<string, string>> }>;

const CONFIG_TYPE = "application/vnd.oci.image.config.v1+json";
const SIGNED_TYPE = "application/vnd.dev.cosign.simplesigning.v1+json";
const ENVELOPE_TYPE = "application/vnd.dsse.envelope.v1+json";
const STATEMENT_TYPE = "application/vnd.in-toto+json";
const SIGNATURE = "dev.cosignproject.cosign/signature";

/** Signs one thing, and what is stated about it, into a layout. */
export function signSubject(
  layout: OciLayout,
  subject: Subject,
  key: KeyObject,
  predicates: readonly Predicate[],
): void {
  const payload = JSON.stringify({
    critical: {
      identity: { "docker-reference": subject.repository },
      image: { "docker-manifest-digest": subject.digest },
      type: "cosign container image signature",
    },
    optional: null,
  });
  const signed = { ...layout.put(payload, SIGNED_TYPE), annotations: { [SIGNATURE]: signText(payload, key) } };
  attach(layout, subject, "sig", [signed]);
  const stated = predicates.map((predicate) => ({
    ...layout.put(JSON.stringify(envelop(stateAbout(subject, predicate), key)), ENVELOPE_TYPE),
    annotations: { [SIGNATURE]: "", predicateType: predicate.type },
  }));
  attach(layout, subject, "att", stated);
}

/** Signs a text; the signature is Base64. */
export function signText(text: string | Buffer, key: KeyObject): string {
  return sign(hashOf(key), Buffer.from(text), key).toString("base64");
}

/** Names the hash that a key signs with; Ed25519 brings its own. */
function hashOf(key: KeyObject): string | null {
  return key.asymmetricKeyType === "ed25519" ? null : "sha256";
}

/** Writes a statement about one thing in in-toto's form. */
function stateAbout({ repository, digest }: Subject, { type, content }: Predicate): object {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: repository, digest: { sha256: digest.slice("sha256:".length) } }],
    predicateType: type,
    predicate: content,
  };
}

/** What is signed is the text with its type before it (DSSE), so that it is taken for nothing else. */
function envelop(statement: object, key: KeyObject): object {
  const text = JSON.stringify(statement);
  const signed = `DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${Buffer.byteLength(text)} ${text}`;
  const payload = Buffer.from(text).toString("base64");
  return { payloadType: STATEMENT_TYPE, payload, signatures: [{ keyid: "", sig: signText(signed, key) }] };
}

function attach(layout: OciLayout, { repository, digest }: Subject, kind: string, layers: readonly Layer[]): void {
  const rootfs = { type: "layers", diff_ids: layers.map((layer) => layer.digest) };
  const described = { architecture: "", created: "0001-01-01T00:00:00Z", os: "", config: {}, rootfs, history: [] };
  const config = layout.put(JSON.stringify(described), CONFIG_TYPE);
  layout.name(`${repository}:${digest.replace(":", "-")}.${kind}`, { config, layers });
}
