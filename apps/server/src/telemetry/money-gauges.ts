import type { Orm } from '@quydoi/database/orm';
import { type Queue, readBacklog } from '@quydoi/database/repositories/backlog';
import { readBalanceChecks, readFeeCoins } from '@quydoi/database/repositories/balance-checks';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { transfersLeft } from '@quydoi/domain/operations/fee-coin';
import type { Clock } from '@quydoi/exchange/context';
import { Gauge, type Registry } from 'prom-client';

/**
 * Gauges read from the database when they are scraped: depth and oldest age of each queue, and the reserves. Registered in one role
 * only, since every role would report the same values.
 */
export function registerMoneyGauges(registry: Registry, orm: Orm, clock: Clock): void {
  // Both gauges are collected from one query.
  let reading: Promise<Queue[]> | undefined;
  const readQueues = () => {
    reading ??= readBacklog(orm).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const depth = new Gauge({
    name: 'quydoi_queue_depth',
    help: 'Items that wait, by queue.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      for (const { queue, waiting } of await readQueues()) depth.set({ queue }, waiting);
    },
  });
  const age = new Gauge({
    name: 'quydoi_queue_oldest_age_seconds',
    help: 'Age of the oldest item that waits, by queue; 0 for an empty one.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      for (const { queue, oldestAt } of await readQueues()) {
        age.set({ queue }, oldestAt === null ? 0 : Math.max(0, clock.now().getTime() - oldestAt.getTime()) / 1_000);
      }
    },
  });
  const difference = new Gauge({
    name: 'quydoi_balance_difference_minor_units',
    help: 'What a provider has too much, or too little (below zero), by the ledger, in minor units.',
    labelNames: ['balance'],
    registers: [registry],
    async collect() {
      for (const { code: balance, difference: size } of await readBalanceChecks(orm)) difference.set({ balance }, Number(size));
    },
  });
  const transfers = new Gauge({
    name: 'quydoi_fee_coin_transfers',
    help: 'Transfers that the fee coin of a hot wallet suffices for.',
    labelNames: ['network'],
    registers: [registry],
    async collect() {
      for (const coin of await readFeeCoins(orm)) transfers.set({ network: coin.network }, Number(transfersLeft(coin)));
    },
  });
  const reserve = new Gauge({
    name: 'quydoi_reserve_minor_units',
    help: 'Money of a reserve in its minor units: available, and held for orders.',
    labelNames: ['reserve', 'part'],
    registers: [registry],
    async collect() {
      for (const { reserve: code, available, held } of await readReserves(orm)) {
        reserve.set({ reserve: code, part: 'available' }, Number(available));
        reserve.set({ reserve: code, part: 'held' }, Number(held));
      }
    },
  });
}
