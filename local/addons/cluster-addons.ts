import { makeAddonImages } from "./addon-images.ts";
import { ADDON_PROGRAMS } from "./programs.ts";
import { applyAddons, resolverProcess, resolverSpec, type AddonPlan } from "./start-addons.ts";
import { findGoPrograms } from "../binaries/go-programs.ts";
import type { KubeAccess } from "../cluster/kube-access.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { Supervisor } from "../processes/supervisor.ts";

/** By what addons are built and run, and where their images go. */
type ClusterAddonsOptions = Readonly<{ cacheDir: string; supervisor: Supervisor; store: ImageStore }>;

/** The cluster to which addons come, and who hears of the progress. */
type ClusterAddonsPlan = Omit<AddonPlan, "programsDir"> &
  Readonly<{ access: KubeAccess; report: (line: string) => void }>;

/** Brings what is there for everybody to clusters with real nodes; its programs and images are made for the first of them. */
export class ClusterAddons {
  readonly #options: ClusterAddonsOptions;
  #made: Promise<string> | undefined;

  constructor(options: ClusterAddonsOptions) {
    this.#options = options;
  }

  /** Begins them once the API server serves; their pods run as soon as there are nodes. */
  async start(plan: ClusterAddonsPlan): Promise<void> {
    const { supervisor } = this.#options;
    const programsDir = await this.#make(plan.report);
    await supervisor.start(await resolverSpec({ ...plan, programsDir }));
    await applyAddons(plan.access, plan.network, { report: plan.report, signal: supervisor.closing });
  }

  /** Ends what runs beside a cluster. */
  stop(prefix: string): Promise<void> {
    return this.#options.supervisor.remove(resolverProcess(prefix));
  }

  #make(report: (line: string) => void): Promise<string> {
    const made = this.#made ?? this.#makeNow(report);
    this.#made = made;
    // One that failed is tried again.
    made.catch(() => (this.#made = undefined));
    return made;
  }

  async #makeNow(report: (line: string) => void): Promise<string> {
    const { cacheDir, supervisor, store } = this.#options;
    const programs = await findGoPrograms(ADDON_PROGRAMS, { cacheDir, run: (what) => supervisor.run(what), report });
    await makeAddonImages(store, programs);
    return programs;
  }
}
