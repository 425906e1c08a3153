import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { pairKey } from '@quydoi/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const FORCE = { force: true, note: 'a sale that we want to lose on' };

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterEach(async () => {
  await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '25950', percentFee: '0.5', maxFee: null, ...FORCE });
  await operations.setRate(LAN, { kind: 'sell', code: 'pm', value: '25350', ...FORCE });
  await operations.derivePair(LAN, { from: 'trc20', to: 'pm', ...FORCE });
  expect(world.errors.splice(0)).toEqual([]);
});
afterAll(() => world.database.close());

const pair = async (key: ReturnType<typeof pairKey>) => (await world.web.settings()).pairs.get(key);
const versionOf = async () => (await world.web.settings()).version;

describe('swap pairs', () => {
  test('follow the sell rate of their source and the buy rate of their target', async () => {
    const untouched = await pair('trc20:wmz');
    await operations.setRate(LAN, { kind: 'sell', code: 'pm', value: '20200' });
    // 20 200 ÷ 26 350 × 0.997
    expect((await pair('pm:trc20'))?.value).toEqual({ value: '0.764303', fee: '0.8', percentFee: '0', maxFee: null, minQuantity: null });
    await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '20700', percentFee: '0.7', maxFee: '40' });
    // 26 050 ÷ 20 700 × 0.997, with the fee of buying pm
    expect((await pair('trc20:pm'))?.value).toEqual({ value: '1.254678', fee: '0.01', percentFee: '0.7', maxFee: '40', minQuantity: null });
    expect(await pair('trc20:wmz')).toEqual(untouched);
    // 60 × 1.254678, less 0.7 %
    expect(await world.create(SWAP_60_TRC20)).toMatchObject({ rate: '1.254678', amountReceived: 74_75n });
  });

  test('are written with the rate: all, or none', async () => {
    const before = await world.web.settings();
    await world.database.query(`create function no_pairs() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`);
    await world.database.query(
      `create trigger zz_no_pairs before insert on setting for each row when (new.kind = 'pair') execute function no_pairs()`,
    );
    try {
      await expect(operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '26000' })).rejects.toThrow('killed');
    } finally {
      await world.database.query('drop trigger zz_no_pairs on setting');
    }
    expect((await world.web.settings()).version).toBe(before.version);
  });

  test('that an operator set stay, until they are derived again', async () => {
    await operations.setPair(LAN, { from: 'trc20', to: 'pm', value: '0.9', fee: '1' });
    await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '26000' });
    expect((await pair('trc20:pm'))?.value).toMatchObject({ value: '0.9', fee: '1', overridden: true });
    await operations.derivePair(LAN, { from: 'trc20', to: 'pm' });
    // 26 050 ÷ 26 000 × 0.997
    expect((await pair('trc20:pm'))?.value).toEqual({ value: '0.998917', fee: '0.01', percentFee: '0.5', maxFee: null, minQuantity: null });
    await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '26010' });
    expect((await pair('trc20:pm'))?.value.value).toBe('0.998533');
    expect(await world.database.query(`select verb, outcome from audit where verb like '%Pair' order by id desc limit 2`)).toEqual([
      { verb: 'derivePair', outcome: 'done' },
      { verb: 'setPair', outcome: 'done' },
    ]);
  });

  test('of currencies without both rates, or that are none, cannot be derived', async () => {
    await expect(operations.derivePair(LAN, { from: 'trc20', to: 'doge' })).rejects.toMatchObject({ code: 'CURRENCY_NOT_SUPPORTED' });
    await expect(operations.derivePair(LAN, { from: 'pm', to: 'pm' })).rejects.toMatchObject({ code: 'CURRENCY_NOT_SUPPORTED' });
  });
});

describe('a circle of trades', () => {
  test('that pays more than it costs is refused and named, whichever of its rates is set', async () => {
    const before = await versionOf();
    await expect(operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '20700' })).rejects.toMatchObject({
      code: 'RATE_CIRCLE',
      params: { circle: 'vnd → pm → vnd' },
    });
    await expect(operations.setRate(LAN, { kind: 'sell', code: 'trc20', value: '26700' })).rejects.toMatchObject({
      params: { circle: 'trc20 → vnd → trc20' },
    });
    await expect(operations.setPair(LAN, { from: 'pm', to: 'trc20', value: '1.05' })).rejects.toMatchObject({
      params: { circle: 'pm → trc20 → vnd → pm' },
    });
    await expect(operations.setPair(LAN, { from: 'trc20', to: 'wmz', value: '1.15' })).rejects.toMatchObject({ code: 'RATE_CIRCLE' });
    expect(await versionOf()).toBe(before);
  });

  test('is refused when only a fee makes it pay', async () => {
    await operations.setPair(LAN, { from: 'pm', to: 'trc20', value: '1.002', fee: '0', percentFee: '2' });
    await expect(operations.setPair(LAN, { from: 'pm', to: 'trc20', value: '1.002', fee: '0', percentFee: '0' })).rejects.toMatchObject({
      params: { circle: 'pm → trc20 → vnd → pm' },
    });
    // At the most that can be traded, a fixed fee is a small share: the minimum order would not show the profit.
    await expect(operations.setPair(LAN, { from: 'pm', to: 'trc20', value: '1.006', fee: '10', percentFee: '0' })).rejects.toMatchObject({
      code: 'RATE_CIRCLE',
    });
    await operations.derivePair(LAN, { from: 'pm', to: 'trc20' });
  });

  test('is allowed by force, by two operators, with a note, which the audit log keeps', async () => {
    await expect(operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '20700', force: true })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    const before = await versionOf();
    const proposed = await operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '20700', ...FORCE });
    expect(proposed).toMatchObject({ done: false });
    expect(await versionOf()).toBe(before);
    await operations.confirmAct(operatorCaller('minh'), { id: 'proposal' in proposed ? String(proposed.proposal) : '' });
    expect(await world.create()).toMatchObject({ rate: '20700' });
    const [row] = await world.database.query(`select outcome, input from audit where verb = 'setRate' order by id desc limit 1`);
    expect(row).toMatchObject({ outcome: 'done', input: { value: '20700', ...FORCE } });
  });

  test('that two operators would close together is refused to the slower one', async () => {
    const outcomes = await Promise.allSettled([
      operations.setRate(LAN, { kind: 'buy', code: 'pm', value: '25600' }),
      operations.setRate(operatorCaller('minh'), { kind: 'sell', code: 'pm', value: '25900' }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'RATE_CIRCLE' } });
  });
});
