import { phasesOf, type Health, type Told } from "./phase-traits.ts";

type ClusterTraits = Readonly<{
  /** It ran and is there: it takes what is delivered, and people may reach it. */
  live: boolean;
  /** Live without a fault: as a host it takes further clusters, and nobody may force its deletion. */
  well: boolean;
  /** What was delivered may lie on it. */
  carries: boolean;
  /** Something is being done to it. */
  moving: boolean;
  /** `?wait` ends on it. */
  settled: boolean;
  told: Told;
  health: Health;
}>;

/** Lists the phases of a cluster, and what each answers wherever phases are asked about; a new one is a row here. */
export const CLUSTER_TRAITS = {
  pending: {
    live: false,
    well: false,
    carries: false,
    moving: true,
    settled: false,
    told: "nothing",
    health: "Progressing",
  },
  provisioning: {
    live: false,
    well: false,
    carries: false,
    moving: true,
    settled: false,
    told: "nothing",
    health: "Progressing",
  },
  registering: {
    live: false,
    well: false,
    carries: false,
    moving: true,
    settled: false,
    told: "nothing",
    health: "Progressing",
  },
  running: { live: true, well: true, carries: true, moving: false, settled: true, told: "rest", health: "Healthy" },
  updating: {
    live: true,
    well: true,
    carries: true,
    moving: true,
    settled: false,
    told: "nothing",
    health: "Progressing",
  },
  upgrading: {
    live: true,
    well: true,
    carries: true,
    moving: true,
    settled: false,
    told: "nothing",
    health: "Progressing",
  },
  degraded: { live: true, well: false, carries: true, moving: false, settled: true, told: "fault", health: "Degraded" },
  error: { live: false, well: false, carries: false, moving: false, settled: true, told: "fault", health: "Degraded" },
  deleting: {
    live: false,
    well: false,
    carries: true,
    moving: false,
    settled: false,
    told: "nothing",
    health: "Progressing",
  },
} satisfies Record<string, ClusterTraits>;
export const CLUSTER_PHASES = phasesOf(CLUSTER_TRAITS);
