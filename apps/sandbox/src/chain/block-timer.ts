/** An idle chain makes a block only every so many block times. */
const IDLE_FACTOR = 5;

/** Tells when the blocks of a simulated chain are due. */
export interface BlockTimer {
  /**
   * Makes the blocks that are due.
   * @param isIdle whether nothing waits for a block
   * @param makeBlock makes one block; `left` is the number of blocks that follow it
   */
  makeDue(isIdle: boolean, makeBlock: (left: number) => Promise<void>): Promise<void>;
  /** Counts from now on. */
  restart(): void;
}

/** Creates a timer. Until the first blocks have been made, `blocksMax` are due. @param blocksMax most blocks at once, however long nobody asked */
export function createBlockTimer(blockMs: number, blocksMax: number, now: () => Date): BlockTimer {
  let madeMs = Number.NEGATIVE_INFINITY;
  const restart = () => {
    madeMs = now().getTime();
  };
  return {
    restart,
    async makeDue(isIdle, makeBlock) {
      const due = Math.floor((now().getTime() - madeMs) / blockMs);
      if (due < (isIdle && Number.isFinite(due) ? IDLE_FACTOR : 1)) return;
      for (let left = Math.min(due, blocksMax) - 1; left >= 0; left -= 1) await makeBlock(left);
      restart();
    },
  };
}
