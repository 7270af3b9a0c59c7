/** Runs tasks one after the other, in the order in which they came. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task, task);
    this.#last = result;
    return result;
  }
}
