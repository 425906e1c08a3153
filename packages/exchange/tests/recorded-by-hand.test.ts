import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../src/operations/operations.ts';
import { watchSettled } from '../src/payouts/watch-settled.ts';
import { expectBooksInOrder } from '../testing/books.ts';
import { act, refundsOf, settle } from '../testing/mismatch.ts';
import { openWorld, SELL_100_PM, testCaller, type World, walletTransfer } from '../testing/world.ts';

const MINUTE_MS = 60_000;
const LAN = testCaller({ operator: 'lan' });
const SELLER = { destination: SELL_100_PM.sender ?? '' };
const note = 'found in the history';

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);

/** Dollars that went back for an order, transfer by transfer. */
const sentBack = (ref: string) => world.payOut.paid.filter(({ memo }) => memo === ref).map(({ key }) => key);

/** Lets the bank give an order's dong back. */
async function giveBackDong(ref: string): Promise<void> {
  const found = world.payOs.book.get(`${ref}-1-1`);
  if (!found) throw new Error(`no dong paid for ${ref}`);
  found.course = 'reversed';
  for (let step = 0; step < 5; step += 1) {
    world.clock.turn(MINUTE_MS);
    await watchSettled(world.signer);
  }
  expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'reversed' });
}

describe('an excess that went back though a no was heard, recorded by hand', () => {
  /** A delivered sell whose excess an operator recorded so; the bank has given its dong back since. */
  async function recorded(excess: bigint, referenceOf: (ref: string) => string): Promise<string> {
    const created = await world.create(SELL_100_PM);
    const { ref, instructions, amountSent } = created;
    n += 1;
    const [reference, sourceId] = [String(800_000_000 + n), String(n)];
    const amount = amountSent + excess;
    const account = instructions?.account ?? '';
    world.payOut.statement.push(walletTransfer({ memo: ref, amount, account, reference, sourceId, paidAt: world.clock.now() }));
    await world.run();
    world.payOut.script.push({ pays: true, hears: 'destination' });
    await act(world, created, { action: 'refundExcess', ...SELLER });
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountRefunded: excess });
    expect(sentBack(ref)).toEqual([`${ref}-R1-1`]);
    await operations().refundOrder(LAN, { ref, destination: '', reference: referenceOf(ref), note });
    await giveBackDong(ref);
    return ref;
  }

  test.each([
    ['as much as the price', 100_00n],
    ['less', 40_00n],
  ])('(%s) settles nothing else: what paid for the order is sent back too', async (_, excess) => {
    const ref = await recorded(excess, (each) => `batch-${each}-R1-1`);
    await operations().refundOrder(LAN, { ref, ...SELLER, note });
    await settle(world);
    expect(sentBack(ref)).toEqual([`${ref}-R1-1`, `${ref}-R3-1`]);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 100_00n + excess });
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { amount: excess, state: 'settled' }, { state: 'settled' }]);
  });

  test('under a name of the operator’s own settles nothing else either: an operator decides', async () => {
    const ref = await recorded(100_00n, () => 'as agreed by telephone');
    await operations().refundOrder(LAN, { ref, ...SELLER, note });
    await settle(world);
    expect(world.errors.splice(0)).toHaveLength(1);
    expect(sentBack(ref)).toEqual([`${ref}-R1-1`]);
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }, { state: 'settled' }, { state: 'failed' }]);
    await expectBooksInOrder(world);
    await operations().refundOrder(LAN, { ref, destination: '', reference: 'by hand, the second', note });
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 200_00n });
  });
});
