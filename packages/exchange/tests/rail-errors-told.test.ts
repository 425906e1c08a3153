import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import type { DepositSweeps } from '@quydoi/rails/sweeps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepDeposits } from '../src/deposits/sweep-deposits.ts';
import { createReferenceReader } from '../src/payments/read-references.ts';
import { checkBalances } from '../src/payouts/check-balances.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { watchFeeCoin } from '../src/payouts/watch-fee-coin.ts';
import { createScriptedDeposits } from '../testing/deposit-rail.ts';
import { SELL_100_PM } from '../testing/order-inputs.ts';
import { chainPayment } from '../testing/payment-facts.ts';
import { openWorld, type World } from '../testing/world.ts';

const REFERENCE = 'ref-7f:0';
const EVERY_MS = 300_000;

let world: World;
let signer: SignerCtx;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  const { rail } = createScriptedDeposits(() => world.clock.now());
  const sweeps = { ...(rail.sweeps as DepositSweeps), balance: fail };
  const payouts = { ...(rail.payouts as SignedPayouts), balances: fail, feeCoin: fail };
  signer = { ...world.signer, rails: new Map([['tron', { ...rail, sweeps, payouts }]]) };
  const { instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined, quantity: '100' });
  const account = instructions?.account ?? '';
  await world.record(world.worker, chainPayment({ account, amount: 150_000_000n, paidAt: world.clock.now() }));
});
afterAll(() => world.database.close());

async function fail(): Promise<never> {
  throw new RailError('tron', 'busy', 'not-done', `503 for TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC, 0011001234567 and ${REFERENCE}`);
}

test.each<[string, string, () => Promise<unknown>]>([
  ['deposits not swept', `503 for …, … and ${REFERENCE}`, () => sweepDeposits(signer, 'tron')],
  [
    'payment not confirmed',
    '503 for …, … and …',
    () => createReferenceReader(signer, 'tron', { by: 'reference', absent: REFERENCE, find: fail })([REFERENCE]),
  ],
  ['fee coin not read', `503 for …, … and ${REFERENCE}`, () => watchFeeCoin(signer, 'tron')],
  ['balance not read', `503 for …, … and ${REFERENCE}`, () => checkBalances(signer, 'tron', EVERY_MS)],
])('a provider’s error is told without accounts: %s', async (what, reason, job) => {
  world.log.splice(0);
  await job();
  expect(world.log).toContainEqual(expect.stringMatching(new RegExp(`^{"network":"tron","trouble":"busy",.*"reason":"${reason}"} ${what}$`)));
  expect(world.log.join()).not.toContain('TMVQ');
});
