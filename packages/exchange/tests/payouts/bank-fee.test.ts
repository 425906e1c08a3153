import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { asWorker } from '../../testing/as-worker.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const WITHOUT_FEE = { destinationBank: 'vcb', destination: '0011001234567', fee: 0n };
const WITH_FEE = { destinationBank: 'agribank', destination: '1500205123456', fee: 5_500n };
let world: World;
let payments = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

/** Has a sale to a bank account paid, and the worker's login call it paid under another fee of the bank, with the price that follows. */
async function sell({ destination, destinationBank, fee }: typeof WITH_FEE, feeSaid: bigint): Promise<string> {
  const { ref } = await world.create({ ...SELL_100_PM, destination, destinationBank });
  const order = await world.order(ref);
  expect(order.cashFee).toBe(fee);
  payments += 1;
  const paid = { memo: ref, amount: order.amountSent, paidAt: world.clock.now(), reference: `70${payments}`, sourceId: `70${payments}` };
  await world.record(world.signer, walletTransfer(paid));
  const more = fee - feeSaid;
  const posting = 'md5($order::text)::uuid';
  await asWorker(
    world,
    ref,
    `update payment set version = version + 1, state = 'matched', case_code = null, order_id = $order where memo = '${ref}'`,
    `update orders set version = version + 1, status = 'paid', amount_paid = amount_sent, paid_at = created_at, cash_fee = ${feeSaid},
      amount_received = amount_received + ${more}, cash_amount = cash_amount + ${more}, held = held + ${more}, holding = holding + ${more} where id = $order`,
    ...(more === 0n
      ? []
      : [
          `insert into posting (id, kind, order_id, at) select ${posting}, '${more > 0n ? 'rehold' : 'release'}', id, created_at from orders where id = $order`,
          `insert into entry (posting_id, account_id, amount) select ${posting}, id, case name when 'held:vnd' then ${more} else ${-more} end
            from account where name in ('held:vnd', 'rail:vnd')`,
        ]),
  );
  await startPayouts(world.worker);
  for (let round = 0; round < 3; round += 1) {
    await sendPayouts(world.signer);
    await settleAttempts(world.signer);
  }
  return ref;
}

function paidFor(ref: string): bigint[] {
  return world.payOs.paid.filter(({ memo }) => memo === ref).map(({ amount }) => amount);
}

test.each([WITH_FEE, WITHOUT_FEE])('a sale to $destinationBank is paid out less the fee that was agreed', async (bank) => {
  const ref = await sell(bank, bank.fee);
  expect(paidFor(ref)).toEqual([(await world.order(ref)).amountReceived]);
});

test.each([
  { ...WITH_FEE, said: 0n, change: 'takes away' },
  { ...WITHOUT_FEE, said: 2_000_000n, change: 'makes up' },
])('a sale to $destinationBank whose fee the worker’s login $change is not paid out', async ({ said, ...bank }) => {
  const ref = await sell(bank, said);
  expect(paidFor(ref)).toEqual([]);
  expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
});
