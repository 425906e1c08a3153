import { readBacklog } from '@quydoi/database/repositories/backlog';
import { readReserves } from '@quydoi/database/repositories/ledger';
import type { Ctx } from '@quydoi/exchange/context';

/** What operators' monitoring reads, in Prometheus' text format: work that waits, reserves, memory. */
export function createMetrics(ctx: Ctx): () => Promise<string> {
  return async () => {
    const [backlog, reserves] = await Promise.all([readBacklog(ctx.orm), readReserves(ctx.orm)]);
    const lines = [
      '# TYPE quydoi_backlog gauge',
      ...backlog.map(({ queue, waiting }) => `quydoi_backlog{queue="${queue}"} ${waiting}`),
      '# TYPE quydoi_reserve_minor_units gauge',
      ...reserves.flatMap(({ reserve, available, held }) => [
        `quydoi_reserve_minor_units{reserve="${reserve}",part="available"} ${available}`,
        `quydoi_reserve_minor_units{reserve="${reserve}",part="held"} ${held}`,
      ]),
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ];
    return `${lines.join('\n')}\n`;
  };
}
