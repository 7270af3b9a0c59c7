import { z } from "zod";
import { CRON_LINE, CRON_OR_NAME, CRON_WORDS, WEEK_LINE } from "./cron-pattern.ts";
import { HOSTNAME, HOSTNAME_MAX, HOSTNAME_WORDS, hostnameWords } from "./hostname.ts";
import { atLeastCharacters, atMostCharacters } from "./limits.ts";

/**
 * The limits that more than one resource uses. Patterns must compile in RE2 (no look-around) because the
 * same text stands in the CRDs; every string, list and map is bounded so that CEL's cost stays payable.
 */
const DNS_LABEL_40 = "^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$";
const ENV_NAME = "^[A-Za-z_][A-Za-z0-9_]*$";
const SECRET_NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$";
const PORT_NAME = "^[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$";
const KUBERNETES_VERSION = "^v?1\\.[0-9]{1,3}(\\.[0-9]{1,3})?$";
/** Argo CD reads the addresses in its projects as patterns: none of their characters may stand there. */
const HTTPS_OR_OCI_URL = "^(https|oci)://[A-Za-z0-9._~:/%+=&-]+$";
/** A name of the time zone database; whether there is such a zone no pattern can say. */
const TIME_ZONE = "^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$";
/** Refuses NUL, which Postgres cannot store, in strings that people type freely. */
export const NO_NUL = "^[^\\x00]*$";

/** The words of each pattern, for a CRD: the API server tells a pattern that was missed as it is. */
export const WORDS_OF_PATTERNS: ReadonlyMap<string, string> = new Map([
  [CRON_LINE, CRON_WORDS.line],
  [CRON_OR_NAME, CRON_WORDS.lineOrName],
  [WEEK_LINE, CRON_WORDS.week],
  [HOSTNAME, HOSTNAME_WORDS],
]);

/** What people mistype most, in words of REST; of a CRD the API server tells these patterns, which are short. */
const WORDS = {
  name: "String should be lower-case letters, digits and hyphens, with a letter or digit at both ends, such as my-shop",
  environmentName: "String should be letters, digits and underscores that begin with no digit, such as LOG_LEVEL",
  secretName:
    "String should be letters, digits, dots, hyphens and underscores that begin with a letter or digit, such as DATABASE_PASSWORD",
  portName:
    "String should be lower-case letters, digits and hyphens, with a letter or digit at both ends, such as metrics",
  kubernetesVersion: "String should be a version of Kubernetes, such as 1.36",
  timeZone: "String should be the name of a time zone, such as Europe/Berlin",
  url: "String should be an address that begins with https:// or oci://, such as https://charts.example.org",
} as const;

/** Characters that a password has at least (ASVS 2.1.1); nothing is asked of what they are. */
export const PASSWORD_MIN = 12;

const pattern = (source: string): RegExp => new RegExp(source);
/** Makes a free text of bounded length. */
export const text = (max: number, min = 0): z.ZodString => {
  const bounded = z.string().check(atMostCharacters(max)).regex(pattern(NO_NUL));
  return min === 0 ? bounded : bounded.check(atLeastCharacters(min));
};

export const name40 = z.string().min(1).max(40).regex(pattern(DNS_LABEL_40), WORDS.name);
export const environmentName = z.string().min(1).max(253).regex(pattern(ENV_NAME), WORDS.environmentName);
export const secretName = z.string().min(1).max(63).regex(pattern(SECRET_NAME), WORDS.secretName);
export const portName = z.string().min(1).max(15).regex(pattern(PORT_NAME), WORDS.portName);
export const kubernetesVersion = z.string().max(16).regex(pattern(KUBERNETES_VERSION), WORDS.kubernetesVersion);
// Their patterns are of several hundred characters: words tell what is wanted.
export const backupSchedule = z.string().max(100).regex(pattern(CRON_OR_NAME), CRON_WORDS.lineOrName);
export const cronLine = z.string().max(100).regex(pattern(CRON_LINE), CRON_WORDS.line);
export const weekLine = z.string().max(100).regex(pattern(WEEK_LINE), CRON_WORDS.week);
export const timeZone = z.string().min(1).max(64).regex(pattern(TIME_ZONE), WORDS.timeZone);
export const url = z.string().min(8).max(2048).regex(pattern(HTTPS_OR_OCI_URL), WORDS.url);
export const hostname = z
  .string()
  .min(4)
  .max(HOSTNAME_MAX)
  .regex(pattern(HOSTNAME), { error: ({ input }) => hostnameWords(input) });
export const uuidText = z.uuid();
export const timestamp = z.iso.datetime({ offset: true });
export const port = z.int().min(1).max(65535);
export const replicas = z.int().min(0).max(100);
export const cpu = z.number().min(0.01).max(128);
export const memoryMb = z.int().min(16).max(1_048_576);
export const storageGb = z.int().min(1).max(16_384);
export const command = z.array(text(4096)).max(64);
export const yamlText = text(262_144);
export const stringMap = z.record(z.string(), text(256));
/** Free-form JSON: the one place where unknown members are kept. */
export const freeForm = z.record(z.string(), z.json());
