import { DecoratorHandler, type Dispatcher } from "undici";

/** What a request carries to be asked about. */
export type Asked = Readonly<{ beforeSend: (() => void) | undefined }>;

/** Asks `beforeSend` once a connection is free: undici starts a request right before it writes it. */
export const askBeforeSend: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { beforeSend } = options as Dispatcher.DispatchOptions & Asked;
  return dispatch(options, beforeSend === undefined ? handler : new AskingHandler(handler, beforeSend));
};

class AskingHandler extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #beforeSend: () => void;

  constructor(handler: Dispatcher.DispatchHandler, beforeSend: () => void) {
    super(handler);
    this.#handler = handler;
    this.#beforeSend = beforeSend;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#beforeSend();
    this.#handler.onRequestStart?.(controller, context);
  }
}
