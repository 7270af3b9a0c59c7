/** What a machine can ask for. */
export type Effect = Readonly<{ kind: string }>;

/** What is done for one effect. */
export type Handler<C, T, L, E> = (context: C, object: T, look: L, effect: E) => unknown;

/** What is done for each effect that a machine can ask for: none can be forgotten. */
export type Handlers<C, T, L, E extends Effect> = Readonly<{
  [Kind in E["kind"]]: Handler<C, T, L, Extract<E, { kind: Kind }>>;
}>;
