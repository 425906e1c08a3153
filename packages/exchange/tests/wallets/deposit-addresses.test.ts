import { randomUUID } from 'node:crypto';
import { readWatchedAddresses } from '@quydoi/database/repositories/leases';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { WALLET_ADDRESS_WATCHED_DAYS } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import type { Ctx } from '../../src/context.ts';
import { exportData } from '../../src/own-data/export-data.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { makeDepositAddress } from '../../src/wallets/deposit-address.ts';
import { listCoinTransactions } from '../../src/wallets/list-coin-transactions.ts';
import { getWallet, listStatement } from '../../src/wallets/read-wallet.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { workFor } from '../../testing/balances.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { readFirstHand } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Coins that customers deposit at addresses of their own. */

/** What is on the chain, as the signer's own node tells it. */
const chain: PaymentFact[] = [];
const addressOf = (index: number) => `bc1qcustomers${index}`;
const addresses = { derive: addressOf };

let world: World;
let accounts: TestAccounts;
let web: Ctx;
let signer: SignerCtx;
let transactions = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  web = { ...world.web, rails: new Map([...world.web.rails, ['bitcoin', { code: 'bitcoin', addresses }]]) };
  const find = async (reference: string) => chain.filter((fact) => fact.reference === reference);
  signer = {
    ...world.signer,
    rails: new Map([...world.signer.rails, ['bitcoin', { code: 'bitcoin', addresses, firstHand: { by: 'reference', absent: 'none', find } }]]),
  } as SignerCtx;
  await switchCoins(true);
  await world.database.query(
    `insert into polled_source (role, network, source, kind) values ('quydoi_worker', 'bitcoin', 'bitcoin-blocks', 'blocks')`,
  );
  await world.database.query(
    `insert into source_cursor (network, source, kind, cursor, watermark) values ('bitcoin', 'bitcoin-blocks', 'blocks', '1', now())`,
  );
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

async function switchCoins(on: boolean): Promise<void> {
  await world.database.query(
    `insert into setting (kind, key, value, author, at)
     select kind, key, value || jsonb_build_object('on', $1::boolean), 'tests', now() from setting where kind = 'currency' and key = 'btc' order by version desc limit 1`,
    [on],
  );
}

const ask = ({ caller }: Member) => makeDepositAddress(web, world.deps, caller, { currency: 'btc' });
const shownTo = async ({ caller }: Member) => (await getWallet(web, caller)).addresses.map(({ currency, address }) => [currency, address]);
const balanceOf = async ({ caller }: Member) => (await getWallet(web, caller)).balances.find(({ currency }) => currency === 'btc')?.balance;

/** A payment to an address, journalled by the worker. */
async function pay(account: string, amount: bigint, set: Partial<PaymentFact> = {}): Promise<PaymentFact> {
  const reference = `${String(++transactions).padStart(64, '0')}:0`;
  const transfer = bankTransfer({ amount, reference, sourceId: reference, paidAt: world.clock.now() });
  const fact: PaymentFact = { ...transfer, network: 'bitcoin', unit: 'btc', account, memo: '', payer: null, payerName: null, ...set };
  chain.push(fact);
  await recordPayment(world.worker, fact);
  return fact;
}

async function work(): Promise<void> {
  await matchPayments(world.worker);
  await readFirstHand(signer, 'bitcoin');
  await creditDeposits(signer);
}

const statesOf = (account: string) =>
  world.database.query('select state, case_code, customer_id from payment where account = $1 order by recorded_at', [account]);
const KEEP = `insert into wallet_address (customer_id, currency, network, address, created_at, shown_at) values ($1, 'btc', 'bitcoin', $2, now(), now())`;

async function nextIndex(): Promise<number> {
  const [row] = await world.database.query(`select coalesce(max(index) + 1, 0) as next from deposit_address where network = 'bitcoin'`);
  return Number(row?.next);
}

/** An address that web's login adds to ours, by default put aside for ever. */
async function plant(address: string, freeAt = new Date('9999-12-31T00:00:00Z')): Promise<string> {
  const values = [await nextIndex(), address, freeAt];
  await world.database.query(`insert into deposit_address (network, index, address, free_at) values ('bitcoin', $1, $2, $3)`, values, 'quydoi_web');
  return address;
}

const refusal = (text: string, values: unknown[] = [], role: Parameters<World['database']['query']>[2] = 'quydoi_web') =>
  world.database.query(text, values, role).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('a customer gets one address, however often and at once it is asked for, and what comes to it is the customer’s', async () => {
  const member = await openMember(world, accounts);
  expect(await shownTo(member)).toEqual([['btc', null]]);
  const made = await Promise.all([ask(member), ask(member), ask(member)]);
  const [address] = new Set(made.map((one) => one.address));
  expect(made.map((one) => [one.address, one.qr])).toEqual(Array.from({ length: 3 }, () => [address, `bitcoin:${address}`]));
  expect(await shownTo(member)).toEqual([['btc', address]]);
  await pay(String(address), 50_000n);
  await work();
  await pay(String(address), 70_000n);
  await work();
  await work();
  expect(await balanceOf(member)).toBe(120_000n);
  const { items } = await listStatement(web, member.caller, { currency: 'btc', offset: 0, limit: 8 });
  expect(items.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['deposit', 70_000n, 120_000n],
    ['deposit', 50_000n, 50_000n],
  ]);
  const exported = await exportData(web, world.deps, accounts.deps, member.caller);
  expect(exported.wallet).toMatchObject({
    balances: [{ currency: 'vnd', balance: 0n }, { currency: 'eth' }, { currency: 'btc', balance: 120_000n }],
    addresses: [{ currency: 'btc', address }],
    statement: [
      { currency: 'btc', amount: 70_000n },
      { currency: 'btc', amount: 50_000n },
    ],
    withdrawals: [],
  });
  const free = await world.database.query(
    `select count(*)::integer as n from deposit_address d where not exists (select 1 from wallet_address w where w.address = d.address) and d.free_at > $1`,
    [world.clock.now()],
  );
  expect(free).toEqual([{ n: 0 }]);
});

test('two customers have two addresses, and no order gets one of them', async () => {
  const [lan, minh] = [await openMember(world, accounts), await openMember(world, accounts)];
  const [ofLan, ofMinh] = [String((await ask(lan)).address), String((await ask(minh)).address)];
  expect(ofLan).not.toBe(ofMinh);
  await pay(ofMinh, 30_000n);
  await work();
  expect([await balanceOf(lan), await balanceOf(minh)]).toEqual([0n, 30_000n]);
});

test('what is not the address’s coin, or comes to an address of nobody, waits for operators', async () => {
  const member = await openMember(world, accounts);
  const address = String((await ask(member)).address);
  await pay(address, 30_000n, { unit: 'eth' });
  await work();
  expect(await statesOf(address)).toEqual([{ state: 'case', case_code: 'no_order', customer_id: null }]);
  expect(await balanceOf(member)).toBe(0n);
});

test('what comes to the address of a deleted account waits for operators', async () => {
  const member = await openMember(world, accounts);
  const address = String((await ask(member)).address);
  await deleteAccount(world.web, accounts.deps, member.caller, { password: PASSWORD, code: member.code() });
  await pay(address, 30_000n);
  await work();
  expect(await statesOf(address)).toEqual([{ state: 'case', case_code: 'no_order', customer_id: null }]);
});

test.each([false, true])('a deposit is shown to its customer, and keeps the account, until it is credited (final at once: %s)', async (confirmed) => {
  const [member, other] = [await openMember(world, accounts), await openMember(world, accounts)];
  const address = String((await ask(member)).address);
  const shown = async ({ caller }: Member) => {
    const { items } = await listCoinTransactions(web, caller, { offset: 0, limit: 8 });
    return items.map(({ state, amount }) => [state, amount]);
  };
  const fact = await pay(address, 30_000n, { confirmed });
  chain.pop();
  expect(await shown(member)).toEqual([[confirmed ? 'processing' : 'confirming', 30_000n]]);
  const remove = () => deleteAccount(world.web, accounts.deps, member.caller, { password: PASSWORD, code: member.code() });
  await expect(remove()).rejects.toMatchObject({ code: 'BALANCE_LEFT' });
  await recordPayment(world.worker, { ...fact, confirmed: true });
  await work();
  expect([await shown(member), await balanceOf(member)]).toEqual([[['processing', 30_000n]], 0n]);
  await expect(remove()).rejects.toMatchObject({ code: 'BALANCE_LEFT' });
  chain.push({ ...fact, confirmed: true });
  world.clock.advance(60_000);
  await work();
  expect([await shown(member), await shown(other)]).toEqual([[['done', 30_000n]], []]);
  const { items } = await listStatement(web, member.caller, { currency: 'btc', offset: 0, limit: 8 });
  expect(items.map(({ kind, paymentReference }) => [kind, paymentReference])).toEqual([['deposit', fact.reference]]);
});

test('a deposit that the signer’s node does not know is not credited', async () => {
  const member = await openMember(world, accounts);
  const address = String((await ask(member)).address);
  await pay(address, 30_000n);
  chain.pop();
  await work();
  expect(await statesOf(address)).toEqual([{ state: 'case', case_code: 'deposit', customer_id: null }]);
  expect(await balanceOf(member)).toBe(0n);
});

test('while the coin is off, no address is made or told; deposits to those that are known go on', async () => {
  const [known, late] = [await openMember(world, accounts), await openMember(world, accounts)];
  const address = String((await ask(known)).address);
  await switchCoins(false);
  expect(await shownTo(known)).toEqual([]);
  await expect(ask(late)).rejects.toMatchObject({ code: 'CURRENCY_NOT_SUPPORTED' });
  await pay(address, 30_000n);
  await work();
  expect(await balanceOf(known)).toBe(30_000n);
  await switchCoins(true);
});

test('an address is watched for coins from contracts while its customer looks at it', async () => {
  const member = await openMember(world, accounts);
  const address = String((await ask(member)).address);
  const watched = async () => {
    const now = world.clock.now();
    const shownSince = new Date(now.getTime() - WALLET_ADDRESS_WATCHED_DAYS * DAY_MS);
    return (await readWatchedAddresses(world.owner, 'bitcoin', { freeAfter: now, shownSince })).includes(address);
  };
  expect(await watched()).toBe(true);
  world.clock.advance((WALLET_ADDRESS_WATCHED_DAYS + 1) * DAY_MS);
  expect(await watched()).toBe(false);
  await shownTo(member);
  expect(await watched()).toBe(true);
});

test('web’s login makes nobody’s money its own', async () => {
  const [thief, victim] = [await openMember(world, accounts), await openMember(world, accounts)];
  const of = String((await ask(victim)).address);
  expect(await refusal(KEEP, [thief.customerId, of])).toBe('23505');
  expect(await refusal(KEEP, [thief.customerId, addressOf(999)])).toBe('QD100');
  const notAside = await plant(addressOf(await nextIndex()), world.clock.now());
  expect(await refusal(KEEP, [thief.customerId, notAside])).toBe('QD100');
  const paid = await plant(addressOf(await nextIndex()));
  await pay(paid, 90_000n);
  expect(await refusal(KEEP, [thief.customerId, paid])).toBe('QD100');
  expect(await refusal('update wallet_address set customer_id = $1 where address = $2', [thief.customerId, of])).toBe('42501');
  expect(await refusal('delete from wallet_address where address = $1', [of])).toBe('42501');
  expect(await refusal('update deposit_address set free_at = now() where address = $1', [of])).toBe('QD042');
  for (const role of ['quydoi_worker', 'quydoi_signer', 'quydoi_operator'] as const)
    expect(await refusal(KEEP, [thief.customerId, notAside], role)).toBe('42501');
});

test('web’s login leases nobody’s address to an order of its own', async () => {
  const victim = await openMember(world, accounts);
  const address = String((await ask(victim)).address);
  const lent = await world.create();
  const { id } = await world.order(lent.ref);
  const [order, posting] = [randomUUID(), randomUUID()];
  const insert = `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', $2::text, 'ref', 'THEF234567', 'kind', 'sell', 'from_currency', 'btc',
    'to_currency', 'vnd', 'pay_in_network', 'bitcoin', 'pay_in_account', $3::text, 'pay_out_network', 'bank', 'reserve', 'vnd', 'held', 1, 'holding', 1,
    'destination', '0071007777777', 'destination_bank', 'vcb', 'amount_sent', 50000, 'quantity', 50000, 'ordered_quantity', 50000, 'amount_received', 1,
    'rate_version', (select max(version) from setting where kind = 'sell' and key = 'btc')))).* from orders o where id = $1`;
  const lease = `insert into lease (order_id, network, address, from_at, until_at) select id, 'bitcoin', $2, created_at, expires_at from orders where id = $1`;
  const outcomes: unknown[] = [];
  for (const [text, values] of [
    ['begin', []],
    [insert, [id, order, address]],
    [`insert into posting (id, kind, order_id, at) values ($1, 'hold', $2, now())`, [posting, order]],
    [
      `insert into entry (posting_id, account_id, amount) select $1, id, case name when 'rail:vnd' then -1 else 1 end from account where name in ('rail:vnd', 'held:vnd')`,
      [posting],
    ],
    [lease, [order, address]],
    ['commit', []],
  ] as const)
    outcomes.push(await refusal(text, [...values]));
  expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'QD010', 'done']);
  await pay(address, 50_000n);
  await work();
  expect(await balanceOf(victim)).toBe(50_000n);
});

test('an address that is not ours is told to nobody, and what comes to it is nobody’s', async () => {
  const thief = await openMember(world, accounts);
  const stranger = await plant('bc1qofthethief');
  expect(await refusal(KEEP, [thief.customerId, stranger])).toBe('done');
  await pay(stranger, 90_000n);
  await work();
  expect(await statesOf(stranger)).toEqual([{ state: 'case', case_code: 'deposit', customer_id: null }]);
  expect([await balanceOf(thief), await shownTo(thief)]).toEqual([0n, [['btc', null]]]);
  expect(world.errors.splice(0)).toMatchObject([
    { customer: thief.customerId, currency: 'btc' },
    { customer: thief.customerId, currency: 'btc' },
  ]);
});

test('coins are bought into the balance and sold from it, by a balance of dong', async () => {
  Object.assign(world.signer, { payoutLimits: new Map([...world.signer.payoutLimits, ['btc', 100_000_000n]]) });
  const member = await openMember(world, accounts);
  await member.deposit(50_000_000n);
  const { code } = member;
  const bought = await member.order({
    kind: 'buy',
    from: 'vnd',
    to: 'btc',
    quantity: '0.002',
    destination: '',
    fromBalance: { code: code() },
    toBalance: true,
  });
  await workFor(world, 2);
  expect(await world.order(bought.ref)).toMatchObject({ status: 'delivered' });
  expect(await balanceOf(member)).toBe(bought.amountReceived);
  const sold = await member.order({
    kind: 'sell',
    from: 'btc',
    to: 'vnd',
    quantity: '0.001',
    destination: '',
    fromBalance: { code: code() },
    toBalance: true,
  });
  await workFor(world, 2);
  expect(await world.order(sold.ref)).toMatchObject({ status: 'delivered' });
  expect(await balanceOf(member)).toBe(bought.amountReceived - sold.amountSent);
});
