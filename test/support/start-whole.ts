/** Ends what was started of a scene, one after the other from the newest on. */
export type Stops = (() => unknown)[];

/** Starts a scene as a whole: where one of its parts does not start, those before it are stopped. */
export async function startWhole<T extends object>(
  start: (stops: Stops) => Promise<T>,
): Promise<T & Readonly<{ stop: () => Promise<void> }>> {
  const stops: Stops = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    return { ...(await start(stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
