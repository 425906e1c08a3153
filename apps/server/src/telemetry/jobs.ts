import type { PollingJob } from '@quydoi/exchange/jobs/poll';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';

const RUN_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Measures the runs of jobs and what they handled. */
export interface JobMeter {
  /** The job, with its runs measured. Runs that handled something, or failed, are logged. */
  measured(job: string, work: PollingJob): PollingJob;
  /** Counts items of a job's list. */
  items(job: string, handled: number, failed: number): void;
}

/** Creates the meter of one process. */
export function createJobMeter(registry: Registry, logger: Logger, nowMs: () => number): JobMeter {
  const runs = new Histogram({
    name: 'quydoi_job_run_seconds',
    help: 'Duration of runs of jobs by outcome: idle, worked, or failed.',
    labelNames: ['job', 'outcome'],
    buckets: RUN_SECONDS,
    registers: [registry],
  });
  const items = new Counter({
    name: 'quydoi_job_items_total',
    help: 'Items that jobs handled, and that failed.',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const counts = new Map<string, { handled: number; failed: number }>();
  const countOf = (job: string) => {
    const count = counts.get(job) ?? { handled: 0, failed: 0 };
    counts.set(job, count);
    return count;
  };
  return {
    measured: (job, work) => async (ctx, stopped) => {
      const startedMs = nowMs();
      const before = { ...countOf(job) };
      const end = (outcome: 'idle' | 'worked' | 'failed', log: (fields: object, message: string) => void) => {
        const durationMs = nowMs() - startedMs;
        runs.observe({ job, outcome }, durationMs / 1_000);
        const { handled, failed } = countOf(job);
        const fields = { job, outcome, durationMs: Math.round(durationMs), items: handled - before.handled, failedItems: failed - before.failed };
        if (outcome !== 'idle') log(fields, 'job');
      };
      try {
        const more = await work(ctx, stopped);
        const { handled, failed } = countOf(job);
        const isIdle = !more && handled === before.handled && failed === before.failed;
        end(isIdle ? 'idle' : 'worked', logger.info.bind(logger));
        return more;
      } catch (error) {
        end('failed', logger.warn.bind(logger));
        throw error;
      }
    },
    items(job, handled, failed) {
      const count = countOf(job);
      count.handled += handled;
      count.failed += failed;
      if (handled > 0) items.inc({ job, outcome: 'handled' }, handled);
      if (failed > 0) items.inc({ job, outcome: 'failed' }, failed);
    },
  };
}
