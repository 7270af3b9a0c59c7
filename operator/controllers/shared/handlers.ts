/** What a machine can ask for. */
export type Effect = Readonly<{ kind: string }>;

/** What is done for one effect. */
export type Handler<C, T, L, E> = (context: C, object: T, look: L, effect: E) => unknown;

/** What is done for each effect that a machine can ask for: none can be forgotten. */
export type Handlers<C, T, L, E extends Effect> = Readonly<{
  [Kind in E["kind"]]: Handler<C, T, L, Extract<E, { kind: Kind }>>;
}>;

/** Answers what is done for an effect: the compiler saw that there is a handler for each effect of the union; by index it cannot see that it is this one's. */
export function handlerOf<C, T, L, E extends Effect>(handlers: Handlers<C, T, L, E>, { kind }: E): Handler<C, T, L, E> {
  return handlers[kind as E["kind"]] as Handler<C, T, L, E>;
}
