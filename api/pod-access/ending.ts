/** How a session ends: the code and the word of its WebSocket's close. */
export type Ending = Readonly<{ code: number; reason: string }>;

/** Every way in which a session can end; the reference of the interface names them too. */
export const ENDINGS = {
  completed: { code: 1000, reason: "completed" },
  stopping: { code: 1001, reason: "gateway_stops" },
  unknownMessage: { code: 1008, reason: "unknown_message" },
  podLost: { code: 1011, reason: "pod_lost" },
  accessEnded: { code: 4001, reason: "access_ended" },
  gone: { code: 4002, reason: "gone" },
  idle: { code: 4003, reason: "idle" },
  timeUp: { code: 4004, reason: "time_up" },
  accessUnknown: { code: 4005, reason: "access_unknown" },
  portRefused: { code: 4006, reason: "port_refused" },
} as const satisfies Readonly<Record<string, Ending>>;
