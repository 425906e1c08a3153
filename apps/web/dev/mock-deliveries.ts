import type { DeliveriesView, DeliveryView } from '@quydoi/contract/config';
import { MINUTE_MS } from '@quydoi/domain/durations';

/** Currency, bank, minutes since the last delivery, and of the last hour how many there were and their median seconds. Currencies left out had none. */
const DELIVERIES: readonly (readonly [currency: string, bank: string | null, minutes: number, count: number, medianSeconds: number])[] = [
  ['vnd', null, 1, 23, 9],
  ['vnd', 'vcb', 1, 12, 8],
  ['vnd', 'tcb', 14, 9, 11],
  ['vnd', 'mb', 55, 2, 9],
  ['vnd', 'agribank', 212, 0, 0],
  ['pm', null, 2, 17, 6],
  ['trc20', null, 4, 31, 64],
  ['bep20', null, 25, 3, 18],
  ['erc20', null, 38, 1, 900],
  ['btc', null, 640, 0, 0],
];

/** Deliveries as a busy day has them. */
export function mockDeliveries(now: Date): DeliveriesView {
  return {
    deliveries: DELIVERIES.map(
      ([currency, bank, minutes, count, medianSeconds]): DeliveryView => ({
        currency,
        bank,
        lastAt: new Date(now.getTime() - minutes * MINUTE_MS).toISOString(),
        lastHour: count === 0 ? null : { count, medianSeconds },
      }),
    ),
  };
}
