import type { SecretText } from "../../contract/secret-text.ts";

/** What a robot may do in its project, and for how many days; without them for ever. */
type WantedRobot = Readonly<{
  name: string;
  actions: readonly ("push" | "pull")[];
  days: number | undefined;
}>;
/** A robot account; its login name is the registry's to choose. */
export type Robot = Readonly<{ id: number; username: string; expiresAt: Date | null }>;

/** Manages the projects and robots of organizations; faults name the registry and nothing of its inside. */
export type RegistryClient = Readonly<{
  /** Host that images are pushed to and pulled from. */
  host: string;
  ensureProject: (name: string) => Promise<void>;
  createRobot: (project: string, wanted: WantedRobot) => Promise<Robot & Readonly<{ secret: SecretText }>>;
  listRobots: (project: string) => Promise<readonly Robot[]>;
  /** Ends a robot; one that is gone already is no fault. */
  deleteRobot: (id: number) => Promise<void>;
}>;
