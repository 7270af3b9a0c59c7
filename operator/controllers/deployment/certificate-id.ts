import type { X509Certificate } from "node:crypto";

type Element = Readonly<{ tag: number; content: Buffer }>;

const TAGS = { integer: 0x02, extensions: 0xa3, keyIdentifier: 0x80 } as const;
/** Object identifier of the extension Authority Key Identifier: 2.5.29.35. */
const AUTHORITY_KEY = "551d23";
/** More than a certificate has; who brings more brings none. */
const ELEMENTS_MAX = 200;

/** Derives by which name an issuer knows a certificate in ACME (RFC 9773, 4.1); undefined where it does not say whose key has signed it. */
export function certificateId({ raw }: Pick<X509Certificate, "raw">): string | undefined {
  // The certificate is a sequence, of which the first member is the sequence that was signed.
  const members = inside(firstOf(firstOf(raw)));
  const serial = contentOf(members, TAGS.integer);
  const key = authorityKey(contentOf(members, TAGS.extensions));
  if (serial === undefined || key === undefined) return undefined;
  return `${key.toString("base64url")}.${serial.toString("base64url")}`;
}

function authorityKey(extensions: Buffer | undefined): Buffer | undefined {
  const all = (inside(firstOf(extensions)) ?? []).map(({ content }) => inside(content) ?? []);
  const found = all.find(([name]) => name?.content.toString("hex") === AUTHORITY_KEY);
  // Whether it is critical may stand between name and value.
  return contentOf(inside(firstOf(found?.at(-1)?.content)), TAGS.keyIdentifier);
}

function contentOf(elements: readonly Element[] | undefined, wanted: number): Buffer | undefined {
  return elements?.find(({ tag }) => tag === wanted)?.content;
}

function firstOf(der: Buffer | undefined): Buffer | undefined {
  return inside(der)?.[0]?.content;
}

/** Reads the elements of DER that stand beside each other; undefined where it is none. */
function inside(der: Buffer | undefined): readonly Element[] | undefined {
  const elements: Element[] = [];
  let rest = der;
  while (rest !== undefined && rest.length > 0 && elements.length < ELEMENTS_MAX) {
    const { found, after } = readFirst(rest);
    if (found !== undefined) elements.push(found);
    rest = after;
  }
  return rest?.length === 0 ? elements : undefined;
}

const NONE = { found: undefined, after: undefined } as const;

function readFirst(der: Buffer): Readonly<{ found: Element | undefined; after: Buffer | undefined }> {
  const [tag, first] = der;
  if (tag === undefined || first === undefined) return NONE;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const begin = 2 + lengthBytes;
  // A length that is not told (0x80) is none of DER's.
  if (first === 0x80 || lengthBytes > 4 || begin > der.length) return NONE;
  const end = begin + (lengthBytes === 0 ? first : der.readUIntBE(2, lengthBytes));
  if (end > der.length) return NONE;
  return { found: { tag, content: der.subarray(begin, end) }, after: der.subarray(end) };
}
