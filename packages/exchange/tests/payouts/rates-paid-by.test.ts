import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { isRateAllowed } from '../../src/payouts/is-rate-allowed.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { openWorld, type World } from '../../testing/world.ts';

const [LAN, MINH] = [operatorCaller('lan'), operatorCaller('minh')];
const RATE = { fee: '0', percentFee: '0.5', maxFee: null, minQuantity: null };

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  await write('secondOperator', 'secondOperator', { worth: '999999999', rateChange: '5' }, 'tests');
});
beforeEach(() => {
  world.errors.length = 0;
});
afterAll(() => world.database.close());

/** Writes a setting past the database's guards. @returns its version */
async function write(kind: string, key: string, value: object, author = 'lan'): Promise<number> {
  const add = 'insert into setting (kind, key, value, author, at) values ($1, $2, $3, $4, $5) returning version';
  const [row] = await world.database.query(add, [kind, key, JSON.stringify(value), author, world.clock.now()]);
  return Number(row?.version);
}

async function newest(kind: string, key: string): Promise<{ version: number; value: { value: string } }> {
  const [row] = await world.database.query('select version, value from setting where kind = $1 and key = $2 order by version desc limit 1', [
    kind,
    key,
  ]);
  return row as { version: number; value: { value: string } };
}

const isAllowed = (version: number) => isRateAllowed(world.signer, version);

/** Sets a rate as one operator proposes and another confirms it. */
async function setByTwo(input: { kind: 'buy' | 'sell'; code: string; value: string }): Promise<void> {
  const operations = bindOperations(world.operator);
  const { proposal } = (await operations.setRate(LAN, { ...input, force: true, note: 'market' })) as { proposal?: string };
  await operations.confirmAct(MINH, { id: proposal ?? '' });
}

describe('the signer', () => {
  test('pays no order at a rate that was written past all guards, and goes on at the next that operators may set', async () => {
    await write('buy', 'pm', { ...RATE, value: '1' });
    const robbed = await world.create({ quantity: '80' });
    await world.pay(robbed.ref, robbed.amountSent);
    await settle(world);
    expect(world.perfectMoney.paid).toEqual([]);
    expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'one operator may not set the rate alone' }));
    expect(await world.order(robbed.ref)).toMatchObject({ status: 'error' });

    await write('buy', 'pm', { ...RATE, value: '26100' });
    const fair = await world.create({ quantity: '81' });
    await world.pay(fair.ref, fair.amountSent);
    await settle(world);
    expect(await world.order(fair.ref)).toMatchObject({ status: 'delivered' });
  });

  test('pays at a rate of two operators, however far it moved', async () => {
    await setByTwo({ kind: 'buy', code: 'pm', value: '30000' });
    const { ref, amountSent } = await world.create({ quantity: '82' });
    await world.pay(ref, amountSent);
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  });
});

describe('a rate is one to pay by', () => {
  test('when it is the first of its trade', async () => {
    const [row] = await world.database.query(`select version from setting where kind = 'sell' and key = 'wmz' order by version limit 1`);
    expect(await isAllowed(Number(row?.version))).toBe(true);
  });

  test('when all that its author moved within a day is small', async () => {
    const set = (value: string) => write('sell', 'wmz', { ...RATE, value });
    const old = Number((await newest('sell', 'wmz')).value.value);
    expect(await isAllowed(await set(String(old * 0.96)))).toBe(true);
    expect(await isAllowed(await set(String(old * 0.94)))).toBe(false);
    expect(await isAllowed(await set(String(old * 0.95)))).toBe(true);
  });

  test('when what it is measured by is one too, or has stood for a week', async () => {
    const set = (value: string, author: string) => write('buy', 'bep20', { ...RATE, value }, author);
    const far = await set('90000', 'lan');
    expect(await isAllowed(far)).toBe(false);
    expect(await isAllowed(await set('90000', 'minh'))).toBe(false);
    world.clock.advance(8 * DAY_MS);
    expect(await isAllowed(await set('90900', 'an'))).toBe(true);
  });

  test('when its fee too is what another operator proposed', async () => {
    await setByTwo({ kind: 'buy', code: 'wmz', value: '35000' });
    const { version, value } = await newest('buy', 'wmz');
    expect(await isAllowed(version)).toBe(true);
    expect(await isAllowed(await write('buy', 'wmz', { ...value, value: '35000.5' }, 'minh'))).toBe(false);
    expect(await isAllowed(await write('buy', 'wmz', { ...value, fee: '9' }, 'minh'))).toBe(false);
    expect(await isAllowed(await write('buy', 'trc20', { ...value }, 'minh'))).toBe(false);
  });

  test('when it is a pair’s and follows from such rates', async () => {
    await setByTwo({ kind: 'buy', code: 'trc20', value: '40000' });
    const { version, value } = await newest('pair', 'pm:trc20');
    expect(await isAllowed(version)).toBe(true);
    expect(await isAllowed(await write('pair', 'pm:trc20', { ...value, value: '5' }))).toBe(false);
    await write('buy', 'trc20', { ...RATE, value: '100' });
    // 25 350 less 0.3 % of 100: follows from a rate that is none to pay by.
    expect(await isAllowed(await write('pair', 'pm:trc20', { ...RATE, value: '252.7395' }))).toBe(false);
    const operations = bindOperations(world.operator);
    const { proposal } = (await operations.setPair(LAN, { from: 'pm', to: 'trc20', value: '3', force: true, note: 'x' })) as { proposal?: string };
    await operations.confirmAct(MINH, { id: proposal ?? '' });
    expect(await isAllowed((await newest('pair', 'pm:trc20')).version)).toBe(true);
  });

  test('when the circle that it closes is what two operators want, or it closes none', async () => {
    const factor = async (key: string, by: number) => {
      const { value } = await newest('pair', key);
      return { ...value, value: (Number(value.value) * by).toFixed(6), overridden: true };
    };
    // erc20 to e-voucher and back gives 0.94.
    const there = await write('pair', 'erc20:e-voucher', await factor('erc20:e-voucher', 1.045));
    expect(await isAllowed(there)).toBe(true);
    const back = await write('pair', 'e-voucher:erc20', await factor('e-voucher:erc20', 1.045));
    expect(await isAllowed(back)).toBe(false);
    expect(await isAllowed(there)).toBe(true);
    const operations = bindOperations(world.operator);
    const { value } = await newest('pair', 'e-voucher:erc20');
    const input = { from: 'e-voucher', to: 'erc20', value: value.value, force: true, note: 'x' };
    const { proposal } = (await operations.setPair(LAN, input)) as { proposal?: string };
    await operations.confirmAct(MINH, { id: proposal ?? '' });
    expect(await isAllowed((await newest('pair', 'e-voucher:erc20')).version)).toBe(true);
    expect(await isAllowed(await write('pair', 'erc20:e-voucher', await factor('erc20:e-voucher', 0.9)))).toBe(false);
    expect(await isAllowed(await write('pair', 'erc20:e-voucher', await factor('erc20:e-voucher', 1 / 0.9 / 1.045)))).toBe(true);
  });

  test('when two operators had it derived, though it closes a circle that way', async () => {
    const operations = bindOperations(world.operator);
    const confirmed = async (answer: object) => {
      const { proposal } = answer as { proposal?: string };
      if (proposal) await operations.confirmAct(MINH, { id: proposal });
    };
    const [from, to] = ['e-voucher', 'btc'] as const;
    const derived = await newest('pair', `${from}:${to}`);
    const there = await newest('pair', `${to}:${from}`);
    const set = async (pair: { from: typeof from | typeof to; to: typeof from | typeof to }, value: number) =>
      confirmed(await operations.setPair(LAN, { ...pair, value: value.toFixed(6), force: true, note: 'x' }));
    await set({ from, to }, Number(derived.value.value) * 0.5);
    await set({ from: to, to: from }, Number(there.value.value) * 1.5);
    // One who writes the derived rate alone closes the circle.
    expect(await isAllowed(await write('pair', `${from}:${to}`, derived.value))).toBe(false);
    await set({ from, to }, Number(derived.value.value) * 0.5);
    await confirmed(await operations.derivePair(LAN, { from, to, force: true, note: 'x' }));
    const { version, value } = await newest('pair', `${from}:${to}`);
    expect(value.value).toBe(derived.value.value);
    expect(await isAllowed(version)).toBe(true);
  });

  test('when it follows from a rate that two operators set with it, though it closes a circle that way', async () => {
    const operations = bindOperations(world.operator);
    const [from, to] = ['e-voucher', 'eth'] as const;
    const there = await newest('pair', `${to}:${from}`);
    const dear = { from: to, to: from, value: (Number(there.value.value) * 1.5).toFixed(6) };
    const { proposal } = (await operations.setPair(LAN, { ...dear, force: true, note: 'x' })) as { proposal?: string };
    await operations.confirmAct(MINH, { id: proposal ?? '' });
    const derived = await newest('pair', `${from}:${to}`);
    // One who writes it alone closes the circle.
    expect(await isAllowed(await write('pair', `${from}:${to}`, derived.value))).toBe(false);
    const rate = await newest('sell', from);
    await setByTwo({ kind: 'sell', code: from, value: (Number(rate.value.value) * 0.93).toFixed(0) });
    const { version } = await newest('pair', `${from}:${to}`);
    expect(version).toBeGreaterThan(derived.version + 1);
    expect(await isAllowed(version)).toBe(true);
  });

  test('unless no version has its number', async () => {
    expect(await isAllowed(999_999)).toBe(false);
  });
});
