import type { Orm } from '@quydoi/database/orm';
import { readNewestSeal } from '@quydoi/database/repositories/seals';
import { SEALED_STREAMS } from '@quydoi/domain/operations/seal';
import { Gauge, type Registry } from 'prom-client';

/** Gauges of the chains of seals, read when they are scraped: a number that falls, or rows that are sealed no more, are an alarm. */
export function registerSealGauges(registry: Registry, orm: Orm): void {
  const at = new Gauge({
    name: 'quydoi_seal_timestamp_seconds',
    help: 'When the newest seal was made, by chain.',
    labelNames: ['stream'],
    registers: [registry],
  });
  new Gauge({
    name: 'quydoi_seal_number',
    help: 'Number of the newest seal, by chain. Its hash is in the log.',
    labelNames: ['stream'],
    registers: [registry],
    async collect() {
      for (const stream of SEALED_STREAMS) {
        const seal = await readNewestSeal(orm, stream);
        this.set({ stream }, seal?.n ?? 0);
        if (seal) at.set({ stream }, seal.at.getTime() / 1_000);
      }
    },
  });
}
