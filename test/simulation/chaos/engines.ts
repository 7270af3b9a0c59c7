/**
 * Makes the disturbances of a story, from what its undisturbed run did, each with the pair that it covers: the kind of an
 * effect, or of an event, and what befalls it there:
 *
 * - crashes: the operator dies before or after each of its effects;
 * - stale: what it sees is some versions old, all along, or after a death at each of its effects;
 * - missed: each single event of its watches is missed, and sets of them, up to all.
 * - frozen: the operator stands still after one of its effects, and goes on when another one leads;
 * - outages: from one of its effects on Argo CD cannot compare, cannot delete, or calls what runs Degraded, for minutes;
 * - skewed: from one of its effects on the operator's clock is hours ahead or behind, for minutes;
 * - rolledBack: etcd forgets what the operator did between two of its effects;
 * - capped: tokens live as long as the clouds let them;
 * - ordeals: at every rest something is lost, or comes back, that must make no difference.
 *
 * A run takes those that cover every pair (../world/cover.ts); BERTH_CHAOS=full takes all; BERTH_CHAOS_CASE=<pattern> takes those alone
 * whose text it matches ("before effect 53 .* 10 effects later"), so that what a night found is played again in a second.
 */
import type { Disturbance, Outage } from "../world/disturbance.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { deathsIn, kindOfEffect, type Covering } from "../world/cover.ts";
import { ORDEALS, type Ordeal } from "./ordeals.ts";
import type { Rehearsal } from "./rehearsal.ts";

/** One disturbed run. */
export type Case = Covering & Readonly<{ disturbance?: Disturbance; ordeal?: Ordeal }>;
/** Makes the cases of a story. */
export type Engine = (rehearsal: Rehearsal, seed: number) => Case[];

const DEPTHS = [1, 2, 4, 8] as const;
const OUTAGES: readonly Outage[] = ["compare", "delete", "keep well"];
const OUTAGE_MS = 6 * 60_000;
const SKEW_MS = 8 * 3_600_000;
const SKEWED_MS = 4 * 60_000;
const ROLLBACKS = [1, 3, 10] as const;
const UNREPEATABLE = /^(create|delete) (Secret|DatabaseBackup) |^patch UpgradeRequest /;
const LIVES_H = [1, 24, 48] as const;
const SHARES = [0.1, 0.3, 0.6, 1] as const;

/** Lists a death before and one after each effect. */
export function crashes({ effects }: Rehearsal): Case[] {
  return deathsIn(effects).map(({ tries, covers, at, when }) => ({
    tries,
    covers,
    disturbance: { crashes: [{ at, when }] },
  }));
}

/** Lists views that are versions old: all along, and after a death at each effect. */
export function stale({ effects }: Rehearsal, seed: number): Case[] {
  const random = seededRandom(seed);
  const all = DEPTHS.map((behind) => {
    const tries = `all seen ${behind} versions late`;
    return { tries, covers: tries, disturbance: { behind } };
  });
  const after = effects.map((effect, index) => {
    const back = DEPTHS[Math.floor(random() * DEPTHS.length)] ?? 1;
    const when = random() < 0.5 ? ("before" as const) : ("after" as const);
    return {
      tries: `a crash ${when} effect ${index + 1} (${effect}), then all seen as ${back} versions ago`,
      covers: kindOfEffect(effect),
      disturbance: { crashes: [{ at: index + 1, when }], staleEvents: back, behind: back },
    };
  });
  return [...all, ...after];
}

/** Lists each event missed alone, and sets of them. */
export function missed({ watched }: Rehearsal, seed: number): Case[] {
  const random = seededRandom(seed);
  const single = watched.map((kind, index) => ({
    tries: `event ${index + 1} (${kind}) missed`,
    covers: kind,
    disturbance: { missed: new Set([index + 1]) },
  }));
  const sets = SHARES.map((share) => {
    const numbers = Array.from({ length: watched.length * 4 }, (_, index) => index + 1).filter(() => random() < share);
    const tries = `${share * 100} % of the events missed`;
    return { tries, covers: tries, disturbance: { missed: new Set(numbers) } };
  });
  return [...sets, ...single];
}

/** Lists a leader that stands still after each effect, but for those that only come anew. */
export function frozen({ effects }: Rehearsal): Case[] {
  return effects.flatMap((effect, index) =>
    effect === "push"
      ? []
      : [
          {
            tries: `frozen after effect ${index + 1} (${effect})`,
            covers: kindOfEffect(effect),
            disturbance: { freezeAt: index + 1 },
          },
        ],
  );
}

/** Lists what Argo CD cannot do for minutes, from each effect on. */
export function outages({ effects }: Rehearsal): Case[] {
  return effects.flatMap((effect, index) =>
    OUTAGES.map((of) => ({
      tries: `Argo CD cannot ${of} for ${OUTAGE_MS / 60_000} minutes from effect ${index + 1} (${effect}) on`,
      covers: `${of} ${kindOfEffect(effect)}`,
      disturbance: { outage: { at: index + 1, of, forMs: OUTAGE_MS } },
    })),
  );
}

/** Lists clocks of the operator that are wrong for minutes, from each effect on. */
export function skewed({ effects }: Rehearsal): Case[] {
  return effects.flatMap((effect, index) =>
    ([SKEW_MS, -SKEW_MS] as const).map((byMs) => {
      const way = byMs > 0 ? "ahead" : "behind";
      return {
        tries: `its clock is ${SKEW_MS / 3_600_000} hours ${way} for minutes from effect ${index + 1} (${effect}) on`,
        covers: `${way} ${kindOfEffect(effect)}`,
        disturbance: { skew: { at: index + 1, byMs, forMs: SKEWED_MS } },
      };
    }),
  );
}

/**
 * Lists what etcd forgets, from each effect on. Secrets and backups that are made again are others; and an upgrade of which
 * nobody knows that it began looks like one that came too late.
 */
export function rolledBack({ effects }: Rehearsal): Case[] {
  return effects.flatMap((effect, index) =>
    ROLLBACKS.filter((after) => !effects.slice(index, index + after + 3).some((one) => UNREPEATABLE.test(one))).map(
      (after) => ({
        tries: `etcd put back to before effect ${index + 1} (${effect}), ${after} effects later`,
        covers: `${after} ${kindOfEffect(effect)}`,
        disturbance: { rollback: { at: index + 1, after } },
      }),
    ),
  );
}

/** Lists the lives that the API servers of clouds grant. */
export function capped(): Case[] {
  return LIVES_H.map((hours) => {
    const tries = `tokens live for ${hours} h`;
    return { tries, covers: tries, disturbance: { tokenLifeMs: hours * 3_600_000 } };
  });
}

/** Lists what befalls the world at its rests. */
export function ordeals(): Case[] {
  return Object.values(ORDEALS).map((ordeal) => ({ tries: ordeal.name, covers: ordeal.name, ordeal }));
}
