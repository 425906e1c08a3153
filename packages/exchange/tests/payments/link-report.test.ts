import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Rail } from '@quydoi/rails/rail';
import type { ListSource, Source } from '@quydoi/rails/source';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkReport } from '../../src/payments/link-report.ts';
import { onceAcrossLists } from '../../src/payments/record-payment.ts';
import { bankTransfer, chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

test('a report of a payment that its reference identifies is linked to it, whichever source told of it first', async () => {
  const fact = chainPayment({ account: 'TXYZ', amount: 1n, reference: `${'7'.repeat(64)}:0`, paidAt: world.clock.now() });
  await world.record(world.worker, fact);
  const report = { ...fact, source: 'another-list', sourceId: 'row 7' };
  const payment = await linkReport(world.worker, report);
  const rows = await world.database.query('select source, source_id from sighting where payment_id = $1 order by source', [payment?.id]);
  expect(rows).toContainEqual({ source: 'another-list', source_id: 'row 7' });
  expect(await linkReport(world.worker, { ...report, reference: `${'8'.repeat(64)}:0` })).toBeNull();
});

test('only where several lists tell of a network’s payments is one compared with the others again when it is journalled', () => {
  const list = (name: string) => ({ kind: 'list', name, pollMs: 1_000 }) as unknown as ListSource;
  const fact = bankTransfer({ reference: 'FT1', paidAt: world.clock.now() });
  const required = (sources: readonly Source[]) => {
    const bank: Rail = { code: 'bank', sources };
    return onceAcrossLists({ ...world.worker, rails: new Map([['bank', bank]]) }, fact, new Set()).require !== undefined;
  };
  expect([[], [list('one')], [list('one'), list('other')]].map(required)).toEqual([false, false, true]);
});
