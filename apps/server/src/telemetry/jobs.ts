import { AsyncLocalStorage } from 'node:async_hooks';
import type { PollingJob } from '@quydoi/exchange/jobs/poll';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';

const RUN_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Measures the runs of jobs and what they handled. */
export interface JobMeter {
  /** The job, with its runs measured. Runs that handled something, or failed, are logged. */
  measured(job: string, work: PollingJob): PollingJob;
  /** Counts items of the job that runs in this asynchronous context. */
  items(handled: number, failed: number): void;
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
  const running = new AsyncLocalStorage<Run>();
  return {
    measured: (job, work) => (ctx, stopped) => {
      const run: Run = { job, handled: 0, failed: 0 };
      const startedMs = nowMs();
      const end = (outcome: 'idle' | 'worked' | 'failed') => {
        const durationMs = nowMs() - startedMs;
        runs.observe({ job, outcome }, durationMs / 1_000);
        if (outcome === 'idle') return;
        const fields = { job, outcome, durationMs: Math.round(durationMs), items: run.handled, failedItems: run.failed };
        if (outcome === 'failed' || run.failed > 0) logger.warn(fields, 'job');
        else logger.info(fields, 'job');
      };
      return running.run(run, async () => {
        try {
          const more = await work(ctx, stopped);
          end(more || run.handled > 0 || run.failed > 0 ? 'worked' : 'idle');
          return more;
        } catch (error) {
          end('failed');
          throw error;
        }
      });
    },
    items(handled, failed) {
      const run = running.getStore();
      if (run) {
        run.handled += handled;
        run.failed += failed;
      }
      const job = run?.job ?? 'none';
      if (handled > 0) items.inc({ job, outcome: 'handled' }, handled);
      if (failed > 0) items.inc({ job, outcome: 'failed' }, failed);
    },
  };
}

/** One run of a job, with what it handled so far. */
interface Run {
  readonly job: string;
  handled: number;
  failed: number;
}
