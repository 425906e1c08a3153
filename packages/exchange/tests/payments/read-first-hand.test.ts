import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { Rail } from '@quydoi/rails/rail';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFirstHandReaders, type FirstHandReader } from '../../src/payments/read-first-hand.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let readings = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(() => {
  readings = 0;
  world.clock.advance(MINUTE_MS);
});
afterAll(() => world.database.close());

/** The signer's reader of a list that tells of nothing. @param isPolled whether the signer journals the list's payments as well */
function readerOf(isPolled = false): FirstHandReader {
  const { firstHand } = world.signer.rails.get('bank') ?? {};
  if (firstHand?.by !== 'list') throw new Error('no list');
  const source: ListSource = {
    ...firstHand.source,
    async read(cursor) {
      readings += 1;
      return { facts: [], cursor, more: false };
    },
  };
  const rail: Rail = { code: 'bank', firstHand: { by: 'list', source }, ...(isPolled && { sources: [source] }) };
  const [reader] = createFirstHandReaders({ ...world.signer, rails: new Map([...world.signer.rails, ['bank', rail] as const]) }, 'bank');
  if (!reader) throw new Error('no reader');
  return reader;
}

describe('the list that the signer confirms payments by', () => {
  test('is not read while no payment is to be confirmed', async () => {
    const reader = readerOf();
    for (let runs = 0; runs < 3; runs += 1) expect(await reader.run()).toBe(false);
    expect(readings).toBe(0);
  });

  test('is read once for each hint of a payment, not from then on', async () => {
    const reader = readerOf();
    for (const read of [1, 2]) {
      reader.hint();
      for (let runs = 0; runs < 3; runs += 1) await reader.run();
      expect(readings).toBe(read);
    }
  });

  test('is not read for a hint where the signer polls it anyway', async () => {
    const reader = readerOf(true);
    reader.hint();
    await reader.run();
    expect(readings).toBe(0);
  });

  test('is read for a payment that was journalled, until it is fifteen seconds old', async () => {
    const reader = readerOf();
    await recordPayment(world.worker, bankTransfer({ reference: 'FT-new', sourceId: 'new', amount: 3n, paidAt: world.clock.now() }));
    await reader.run();
    expect(readings).toBe(1);
    world.clock.advance(15_001);
    await reader.run();
    expect(readings).toBe(1);
  });
});
