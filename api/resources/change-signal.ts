/** Wakes whoever waits for a resource to change. */
export interface ChangeSignal {
  /** Returns once the resource has changed, or the signal has ended; a change between two calls may be missed. */
  changed(resourceId: string, signal: AbortSignal): Promise<void>;
}
