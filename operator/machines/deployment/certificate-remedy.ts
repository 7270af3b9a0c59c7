/** What helps where all words of one group stand in what was said. */
export type Remedy = Readonly<{ says: readonly (readonly string[])[]; then: (domain: string) => string }>;

/** Makes a group of each word. */
export const any = (...words: readonly string[]): Remedy["says"] => words.map((word) => [word]);

/** Lists what issuers refuse, however they ask, in small letters. */
export const REFUSALS: readonly Remedy[] = [
  {
    says: any("ratelimited", "too many certificates", "too many requests", "too many failed", "429"),
    then: () =>
      "The issuer's limit is reached: wait. Each attempt counts, so leave Certificate and Secret alone; the platform's administrators see to the limit.",
  },
  {
    says: [
      ...any("externalaccountrequired", "external account", "invalidcontact"),
      ["account", "not exist"],
      ["account", "deactivated"],
    ],
    then: () =>
      "The issuer refuses the platform's account: tell its administrators (BERTH_ACME_EMAIL, BERTH_ACME_EAB_KEY_ID).",
  },
  {
    says: any("error:caa", "caa record"),
    then: (domain) => `A CAA record of ${domain} forbids this issuer: add one that allows it, or remove them.`,
  },
  {
    says: any("rejectedidentifier", "policy forbids", "forbidden by policy"),
    then: (domain) => `The issuer gives no certificate of ${domain}: take another name, or bring a certificate.`,
  },
];

/** What cert-manager says on the way of a question by HTTP. */
const BY_HTTP: readonly Remedy[] = [
  {
    says: [["issuer", "not found"], ["issuer", "not ready"], ["issuernotfound"]],
    then: () =>
      "The cluster has no issuer that works: tell the platform's administrators, who make it (BERTH_CERTIFICATES) or keep one of that name on the cluster.",
  },
  {
    says: [
      ...any("no such host", "nxdomain", "no valid a records", "servfail", "dns problem"),
      ["lookup ", "timeout"],
      ["lookup ", "misbehaving"],
    ],
    then: (domain) => `${domain} is not found in DNS: create the record that DomainPoints names.`,
  },
  {
    says: any(
      "propagation",
      "self check",
      "wrong status code",
      "invalid response",
      "unauthorized",
      "connection refused",
      "i/o timeout",
      "timeout during connect",
      "did not return the expected",
    ),
    then: (domain) =>
      `The issuer's question to http://${domain}/.well-known/acme-challenge/ does not come to this cluster: lead the name here (DomainPoints), with port 80 open and no proxy that answers it.`,
  },
];

/** Says what helps against what cert-manager, or the issuer, has said. */
export function certificateRemedy(cause: string, domain: string): string {
  return chooseRemedy([...REFUSALS, ...BY_HTTP], cause, domain);
}

/** Chooses the first remedy that fits. */
export function chooseRemedy(remedies: readonly Remedy[], cause: string, domain: string): string {
  const said = cause.toLowerCase();
  const found = remedies.find(({ says }) => says.some((words) => words.every((word) => said.includes(word))));
  return found?.then(domain) ?? "cert-manager tries again by itself.";
}
