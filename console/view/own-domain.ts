type Told = Readonly<{ type: string; status: string; message: string }>;

/** A record to be made in DNS. */
export type DnsRecord = Readonly<{ type: string; name: string; value: string }>;

/** What conditions tell of an own domain, in the order in which it comes about. */
const DOMAIN_TYPES = ["DomainVerified", "DomainPoints", "Routed", "CertificateReady", "CertificateRenewed"] as const;
const RECORD = /\bthe (TXT|CNAME|A|AAAA) record (\S+) with the value "?([^\s";]+[^\s";.])/;

/** Answers the conditions of an own domain, the proof first. */
export function domainConditions<T extends Told>(conditions: readonly T[]): readonly T[] {
  return DOMAIN_TYPES.flatMap((type) => conditions.filter((one) => one.type === type));
}

/** Reads the record that a condition wants to be made; none where it wants none. */
export function wantedRecord({ status, message }: Told): DnsRecord | undefined {
  const [, type, name, value] = RECORD.exec(message) ?? [];
  if (status === "True" || type === undefined || name === undefined || value === undefined) return undefined;
  // Words are no value: nobody knows yet where it is to lead.
  return /[.:=]/.test(value) ? { type, name, value } : undefined;
}
