import type { ResourceKind } from "./resources/all.ts";

/*
 * What people are told of without asking (docs/adr/0081): one row for each rule, with its kinds, its members, their limits
 * and what holds where nobody has set anything.
 */
const whole = (min: number, max: number, by: number, description: string) => ({ min, max, by, description }) as const;

/** Lists the kinds that have rules. */
export const ALERT_KINDS = ["Deployment", "DatabaseInstance"] as const satisfies readonly ResourceKind[];
/** A kind that has rules. */
export type AlertKind = (typeof ALERT_KINDS)[number];

const EACH = ALERT_KINDS;
const forMinutes = (by: number) => whole(1, 1_440, by, "Minutes for which it lasts before anybody is told");
const minRequests = whole(1, 1_000_000, 20, "Requests within five minutes, with fewer of which it does not begin");

/** Lists the rules of alerts. */
export const ALERT_RULES = {
  not_healthy: {
    description: "It is not as it was asked for",
    kinds: EACH,
    members: { for_minutes: forMinutes(15) },
  },
  restarts: {
    description: "Its containers begin anew again and again",
    kinds: EACH,
    members: {
      count: whole(1, 100, 3, "Restarts of all its containers"),
      within_minutes: whole(5, 180, 15, "Minutes in which they are counted"),
    },
  },
  memory: {
    description: "A pod is near its memory limit",
    kinds: EACH,
    members: { percent: whole(50, 100, 90, "Part of the limit, per cent"), for_minutes: forMinutes(5) },
  },
  error_rate: {
    description: "Requests to it fail; known where the platform keeps metrics",
    kinds: ["Deployment"],
    members: {
      percent: whole(1, 100, 5, "Part of its requests that is answered with 500 or above, per cent"),
      min_requests: minRequests,
      for_minutes: forMinutes(5),
    },
  },
  latency: {
    description: "Requests to it take long; known where the platform keeps metrics",
    kinds: ["Deployment"],
    members: {
      // The buckets of ingress-nginx end with 10 s: nothing is known of what takes longer.
      p95_milliseconds: whole(10, 10_000, 2_000, "Time that 95 of 100 requests take at most, in milliseconds"),
      min_requests: minRequests,
      for_minutes: forMinutes(10),
    },
  },
  certificate: {
    description:
      "The certificate of its own domain ends within 21 days (of those that live shortly a share), and was not renewed",
    kinds: ["Deployment"],
    members: {},
  },
  backup: {
    description: "A scheduled backup has not succeeded",
    kinds: ["DatabaseInstance"],
    members: { late_hours: whole(1, 168, 2, "Hours after it was due") },
  },
} as const satisfies Readonly<Record<string, AlertRuleDefinition>>;

type AlertRuleDefinition = Readonly<{
  description: string;
  kinds: readonly AlertKind[];
  members: Readonly<Record<string, ReturnType<typeof whole>>>;
}>;

/** The name of a rule. */
export type AlertRule = keyof typeof ALERT_RULES;
/** Names every rule. */
export const ALERT_RULE_NAMES = Object.keys(ALERT_RULES) as AlertRule[];

type MembersOf<Rule extends AlertRule> = keyof (typeof ALERT_RULES)[Rule]["members"] & string;
/** A rule as it holds: whether it does, and its figures. */
type EffectiveRule<Rule extends AlertRule> = Readonly<{ enabled: boolean } & Record<MembersOf<Rule>, number>>;
/** All rules as they hold. */
export type EffectiveRules = Readonly<{ [Rule in AlertRule]: EffectiveRule<Rule> }>;
/** What somebody has set; a rule or a member that is not there is the default. */
export type SetRules = Readonly<{ [Rule in AlertRule]?: Partial<EffectiveRule<Rule>> }>;

/** Names the rules of a kind. */
export function rulesOfKind(kind: AlertKind): AlertRule[] {
  return ALERT_RULE_NAMES.filter((rule) => (ALERT_RULES[rule].kinds as readonly AlertKind[]).includes(kind));
}

/** Derives what holds from what was set. */
export function effectiveRules(set: SetRules): EffectiveRules {
  const rules = ALERT_RULE_NAMES.map((rule) => {
    const members = Object.entries<ReturnType<typeof whole>>(ALERT_RULES[rule].members);
    const defaults = Object.fromEntries(members.map(([member, { by }]) => [member, by]));
    return [rule, { enabled: true, ...defaults, ...set[rule] }];
  });
  return Object.fromEntries(rules) as EffectiveRules;
}
