/** Calls held back by a test. */
export interface Gate {
  /** Number of calls that wait. */
  waiting(): number;
  /** Lets the waiting calls, and all later ones, go on. */
  open(): void;
}

/** Makes a provider hang: calls of a method wait until the gate is opened. */
export function holdCalls<K extends string>(target: { [key in K]: (...args: never[]) => Promise<unknown> }, method: K): Gate {
  const call = target[method];
  const opened = Promise.withResolvers<void>();
  let waiting = 0;
  target[method] = async (...args) => {
    waiting += 1;
    await opened.promise;
    waiting -= 1;
    return call.apply(target, args);
  };
  return {
    waiting: () => waiting,
    open() {
      target[method] = call;
      opened.resolve();
    },
  };
}
