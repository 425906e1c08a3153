import type { Ctx } from '../context.ts';
import { describeError } from '../describe-error.ts';

/** Processes due work and returns whether more may be due immediately. A long run starts no new work once `stopped` is aborted. */
export type PollingJob = (ctx: Ctx, stopped: AbortSignal) => Promise<boolean>;

/** A running poll loop. */
export interface PollLoop {
  /** Runs the job immediately instead of at the next interval. */
  wake(): void;
  /** Waits for the run in progress, then stops. */
  stop(): Promise<void>;
}

/** Back-off after a failed run. */
const FAILURE_PAUSE_MS = 500;

/**
 * Runs a job when woken and at least every `everyMs`, since a notification can be lost. A failed run is logged and never ends the loop.
 * @param gapMs least time from the start of a run that left nothing due to that of the next, however often the job is woken
 */
export function startPolling(ctx: Ctx, name: string, job: PollingJob, everyMs: number, gapMs = 0): PollLoop {
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
      const startedMs = ctx.clock.now().getTime();
      try {
        if (await job(ctx, stopping.signal)) continue;
        await pause(everyMs);
        const earlyMs = gapMs - (ctx.clock.now().getTime() - startedMs);
        if (earlyMs > 0) await ctx.clock.sleep(earlyMs);
      } catch (error) {
        ctx.logger.error({ job: name, error: describeError(error) }, 'job failed');
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
