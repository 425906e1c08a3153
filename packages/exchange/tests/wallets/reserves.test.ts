import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { CURRENCIES, RESERVES } from '@quydoi/domain/currencies';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { checkBalances } from '../../src/payouts/check-balances.ts';
import { takeWithdrawals } from '../../src/wallets/take-withdrawals.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { workFor } from '../../testing/balances.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openMember } from '../../testing/members.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Whether what we have covers what customers are owed. */

const LAN = operatorCaller('lan');
const PRICE_OF_100_PM = 2_607_975n;

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const operations = () => bindOperations(world.operator);

async function proofOf(reserve: string) {
  const { items } = await operations().proveReserves(LAN, {});
  const proof = items.find((item) => item.reserve === reserve);
  if (!proof) throw new Error(`no proof of ${reserve}`);
  return proof;
}

async function alarms(): Promise<string[]> {
  const { items } = await operations().listAlarms(LAN, {});
  return items.filter(({ kind }) => kind === 'liabilities-uncovered').map(({ detail }) => detail);
}

/** What the payout account has by its provider, compared with the ledger. */
async function tell(dong: bigint): Promise<void> {
  world.payOs.balance = dong;
  world.clock.advance(HOUR_MS);
  await checkBalances(world.signer, 'bank', MINUTE_MS);
}

describe('the proof of reserves', () => {
  test('counts customers’ balances and what is on its way to them as owed', async () => {
    const before = await proofOf('vnd');
    expect(before.liabilities).toEqual({ balances: '0', withdrawals: '0', refunds: '0', unmatched: '0', orders: '0' });
    expect(before.providers.map(({ balance, told }) => [balance, told])).toEqual([
      ['vnd-collection', null],
      ['vnd', null],
    ]);
    const member = await openMember(world, accounts);
    await member.deposit(1_000_000n);
    expect(await proofOf('vnd')).toMatchObject({ customers: 1, liabilities: { balances: '1000000' }, surplus: before.surplus });

    await member.withdraw('300000');
    await takeWithdrawals(world.signer);
    expect(await proofOf('vnd')).toMatchObject({ liabilities: { balances: '700000', withdrawals: '300000' }, surplus: before.surplus });
    await workFor(world);
    expect(await proofOf('vnd')).toMatchObject({ liabilities: { balances: '700000', withdrawals: '0' }, surplus: before.surplus });
  });

  test('counts a payment that is nobody’s, and an order that was paid and not delivered', async () => {
    const { surplus } = await proofOf('vnd');
    await world.pay('qua tang', 50_000n);
    expect(await proofOf('vnd')).toMatchObject({ liabilities: { unmatched: '50000' }, surplus });
    const { ref } = await world.create();
    const before = await proofOf('pm');
    expect(before.liabilities.orders).toBe('0');
    await world.pay(ref, PRICE_OF_100_PM);
    await matchPayments(world.worker);
    const { holding } = await world.order(ref);
    expect(holding).toBeGreaterThan(100_00n);
    const pm = (amount: bigint) => formatDecimal(amount, CURRENCIES.pm.scale);
    const left = (parseDecimal(before.surplus, CURRENCIES.pm.scale) ?? 0n) - holding;
    expect(await proofOf('pm')).toMatchObject({ liabilities: { orders: pm(holding) }, surplus: pm(left) });
    await world.run();
    expect((await proofOf('pm')).liabilities.orders).toBe('0');
  });

  test('counts what goes back to a customer', async () => {
    const { surplus } = await proofOf('vnd');
    world.perfectMoney.script.push({ pays: false, hears: 'destination' });
    const { ref } = await world.create();
    await world.pay(ref, PRICE_OF_100_PM);
    await workFor(world, 2);
    await operations().refundOrder(LAN, { ref, destination: '0071001234567', destinationBank: 'vcb', note: 'no such wallet' });
    expect(await proofOf('vnd')).toMatchObject({ liabilities: { refunds: String(PRICE_OF_100_PM) }, surplus });
    await workFor(world);
    expect(await proofOf('vnd')).toMatchObject({ liabilities: { refunds: '0' }, surplus });
  });

  test('counts no customer whose balance is spent', async () => {
    const { customers } = await proofOf('vnd');
    const member = await openMember(world, accounts);
    await member.deposit(100_000n);
    expect((await proofOf('vnd')).customers).toBe(customers + 1);
    await member.withdraw('100000');
    await workFor(world);
    expect((await proofOf('vnd')).customers).toBe(customers);
  });

  test('counts coins for fees, which lie in the wallet of their reserve', async () => {
    const ledger = async () =>
      parseDecimal((await proofOf('eth')).providers.find(({ balance }) => balance === 'eth')?.ledger ?? '', RESERVES.eth.scale) ?? 0n;
    const before = await ledger();
    await world.database.query(`update account set balance = balance + 5 where name = 'gas:eth'`);
    expect(await ledger()).toBe(before + 5n);
    await world.database.query(`update account set balance = balance - 5 where name = 'gas:eth'`);
  });

  test('believes what the provider tells, and raises an alarm once customers are owed more', async () => {
    const { surplus, providers } = await proofOf('vnd');
    const [collected, own] = providers.map(({ ledger }) => BigInt(ledger));
    await tell(own ?? 0n);
    expect(await proofOf('vnd')).toMatchObject({ surplus, providers: [{ told: null }, { told: String(own) }] });
    expect(await alarms()).toEqual([]);
    const owed = (collected ?? 0n) + (own ?? 0n) - BigInt(surplus);
    await world.database.query(
      `update account set balance = case name when 'rail:vnd-collection' then 0 else balance end where name like 'rail:vnd%'`,
    );
    await tell(owed);
    expect([(await proofOf('vnd')).surplus, await alarms()]).toEqual(['0', []]);
    await tell(owed - 1n);
    expect((await proofOf('vnd')).surplus).toBe('-1');
    expect(await alarms()).toEqual(['vnd: customers are owed 1 more than there is; proveReserves tells of what']);
    await world.database.query(`update account set balance = ${collected} where name = 'rail:vnd-collection'`);
    world.errors.length = 0;
  });

  test('finds a sum of balances, or a statement, that says something else than the balances', async () => {
    const drift = async () => (await operations().checkLedger(LAN, {})).drift;
    expect(await drift()).toEqual([]);
    await world.database.query(`update balance_total set owed = owed + 1 where unit = 'vnd'`);
    expect(await drift()).toEqual([{ account: 'customer:*:vnd', balance: '700000', entries: '700001' }]);
    await world.database.query(`update balance_total set owed = owed - 1 where unit = 'vnd'`);
  });
});
