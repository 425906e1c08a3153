import type { Ctx } from '../context.ts';

/** A reading that is shared by all who ask within a time. */
export interface KeptReading<T> {
  get(): Promise<T>;
  /** Has the next one who asks read again. */
  forget(): void;
}

/** Keeps what `read` returns for `ms` milliseconds; a failure is not kept. */
export function keepReading<T>({ clock }: Pick<Ctx, 'clock'>, ms: number, read: () => Promise<T>): KeptReading<T> {
  let kept: { readonly readAtMs: number; readonly value: Promise<T> } | null = null;
  return {
    get() {
      const nowMs = clock.now().getTime();
      if (kept !== null && nowMs - kept.readAtMs < ms) return kept.value;
      const fresh = { readAtMs: nowMs, value: read() };
      kept = fresh;
      fresh.value.catch(() => {
        if (kept === fresh) kept = null;
      });
      return fresh.value;
    },
    forget() {
      kept = null;
    },
  };
}
