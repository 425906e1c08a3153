import { AppError } from '@quydoi/contract/errors';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { recordStatements } from '@quydoi/database/testing/statements';
import type { VoucherCode } from '@quydoi/rails/voucher';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activateVouchers } from '../../src/vouchers/activate-vouchers.ts';
import { checkVoucher } from '../../src/vouchers/check-voucher.ts';
import { revealVouchers } from '../../src/vouchers/reveal-vouchers.ts';
import { submitVoucher } from '../../src/vouchers/submit-voucher.ts';
import { testCaller } from '../../testing/callers.ts';
import { BUY_100_PM, SELL_100_PM } from '../../testing/order-inputs.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** A million guesses, scaled down: what each costs is the same for all. */
const GUESSES = 200;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  world.clock.sleepAdvances = true;
});
afterAll(() => world.database.close());

async function refusalOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? `${error.code} ${JSON.stringify([error.params, error.details])}` : String(error)),
  );
}

test('guesses at the check of a voucher are one and the same refusal, cost one statement each, and never reach the issuer', async () => {
  const order = await world.create({ ...BUY_100_PM, to: 'e-voucher', quantity: '10', destination: 'evoucher' });
  await world.pay(order.ref, order.amountSent);
  await world.run();
  const [voucher] = (await revealVouchers(world.web, world.deps, testCaller({ orderKey: order.key }), { ref: order.ref })).vouchers;
  if (!voucher) throw new Error('no voucher');
  const guesses = Array.from({ length: GUESSES }, (_, n) =>
    // Every other guess knows the number.
    n % 2 === 0 ? { number: voucher.number, code: String(n).padStart(16, '1') } : { number: String(n).padStart(10, '9'), code: voucher.code },
  );
  const statements = recordStatements();
  const refusals: string[] = [];
  try {
    for (const guess of guesses) refusals.push(await refusalOf(checkVoucher(world.web, world.deps, guess)));
  } finally {
    statements.stop();
  }
  expect(new Set(refusals)).toEqual(new Set([`VOUCHER_NOT_FOUND ${JSON.stringify([{}, null])}`]));
  expect(statements.sent).toHaveLength(GUESSES);
  expect(await world.database.query('select count(*)::integer as asked from voucher_check')).toEqual([{ asked: 0 }]);
});

test('guesses at the voucher of an order reach the issuer five times, however many come at once', async () => {
  const order = await world.create({ ...SELL_100_PM, from: 'e-voucher', sender: undefined });
  const asked: string[] = [];
  const { vouchers } = world.signer.rails.get('perfect-money') ?? {};
  if (!vouchers) throw new Error('no vouchers');
  const activate = async (voucher: VoucherCode) => {
    asked.push(voucher.number);
    return vouchers.activate(voucher);
  };
  const signer = { ...world.signer, rails: new Map([['perfect-money', { code: 'perfect-money', vouchers: { ...vouchers, activate } }]] as const) };
  const guess = (n: number) => ({ ref: order.ref, number: String(n).padStart(10, '8'), code: String(n).padStart(16, '8') });
  const refusals: string[] = [];
  for (let round = 0; round < GUESSES / 20; round += 1) {
    const round20 = Array.from({ length: 20 }, (_, n) => refusalOf(submitVoucher(world.web, world.deps, testCaller(), guess(round * 20 + n))));
    refusals.push(...(await workingMeanwhile(Promise.all(round20), () => activateVouchers(signer, 'perfect-money'))));
  }
  expect(asked).toHaveLength(5);
  expect(new Set(refusals.map((one) => one.split(' ')[0]))).toEqual(new Set(['VOUCHER_REFUSED', 'ORDER_ACTION_NOT_ALLOWED']));
  expect(await world.order(order.ref)).toMatchObject({ status: 'ERROR_EVOUCHER', reason: 'voucher_refused' });
});
