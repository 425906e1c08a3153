import type { DeliveriesView } from '@quydoi/contract/config';
import { readDeliveryTimes } from '@quydoi/database/repositories/deliveries';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';
import { type KeptReading, keepReading } from './kept-reading.ts';

/** Reads how orders were delivered in the last day and hour, at most once a minute. Times are cut to the minute, so that nobody can recognize an order by them. */
export function createDeliveries(ctx: Ctx): KeptReading<DeliveriesView> {
  return keepReading(ctx, MINUTE_MS, async () => {
    const nowMs = ctx.clock.now().getTime();
    const times = await readDeliveryTimes(ctx.orm, new Date(nowMs - DAY_MS), new Date(nowMs - HOUR_MS));
    return {
      deliveries: times.map(({ currency, bank, lastAt, count, medianMs }) => ({
        currency,
        bank,
        lastAt: new Date(Math.floor(lastAt.getTime() / MINUTE_MS) * MINUTE_MS).toISOString(),
        lastHour: medianMs === null ? null : { count, medianSeconds: Math.ceil(medianMs / 1_000) },
      })),
    };
  });
}
