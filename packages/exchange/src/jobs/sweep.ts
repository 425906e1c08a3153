import type { Ctx } from '../context.ts';

/** A job that looks for work, does some, and says whether there may be more at once. One that goes on for long begins nothing new once it is `stopped`. */
export type Sweep = (ctx: Ctx, stopped: AbortSignal) => Promise<boolean>;

/** A running sweep. */
export interface SweepLoop {
  /** Looks now instead of at the next interval. */
  wake(): void;
  /** Lets the work in hand finish, then stops. */
  stop(): Promise<void>;
}

/** Pause after a failure, so that a broken database is not hammered. */
const FAILURE_PAUSE_MS = 500;

/**
 * Runs a sweep again and again: when woken, and every `everyMs` because a notification can be lost. A failure is logged and never ends it.
 */
export function startSweep(ctx: Ctx, name: string, sweep: Sweep, everyMs: number): SweepLoop {
  const stopping = new AbortController();
  let woken = false;
  let rouse: (() => void) | undefined;

  async function pause(ms: number): Promise<void> {
    if (woken || stopping.signal.aborted) return;
    await Promise.race([
      ctx.clock.sleep(ms),
      new Promise<void>((resolve) => {
        rouse = resolve;
      }),
    ]);
    rouse = undefined;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      try {
        const more = await sweep(ctx, stopping.signal);
        if (!more) await pause(everyMs);
      } catch (error) {
        ctx.logger.error({ sweep: name, error: describe(error) }, 'sweep failed');
        await ctx.clock.sleep(FAILURE_PAUSE_MS);
      }
    }
  }

  const running = run();
  return {
    wake() {
      woken = true;
      rouse?.();
    },
    async stop() {
      stopping.abort();
      rouse?.();
      await running;
    },
  };
}

/** An error as a log line may show it. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
