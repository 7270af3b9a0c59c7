/** The keys of the platform's queue; one that ends in a slash begins the keys of single things. */
/** Charts, bundle and the platform's own projects. */
export const PLATFORM_KEY = "platform";
/** The search for what belongs to no object. */
export const SWEEP_KEY = "sweep";
/** What forced deletions left at providers. */
export const LEFTOVERS_KEY = "leftovers";
/** Who gets a newer release of a platform chart now. */
export const WAVES_KEY = "waves";
/** An organization's projects: `project/<namespace>`. */
export const PROJECT_PREFIX = "project/";
/** What the gateway may do: `access/<namespace>`. */
export const ACCESS_PREFIX = "access/";
/** An orphan that was seen deleted: `orphan/<kind>/<cluster>/<handle>`. */
export const ORPHAN_PREFIX = "orphan/";
