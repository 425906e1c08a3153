import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { creditDeposits } from '../../src/wallets/credit-deposits.ts';
import { makeDepositAddress } from '../../src/wallets/deposit-address.ts';
import { getWallet } from '../../src/wallets/read-wallet.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { answerLookups, readFirstHand, sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Coins that came to the address of one customer, which an operator gives to the order of another. */

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
/** Payments on the chain, as reported by the signer's node. */
const chain: PaymentFact[] = [];
const addresses = { derive: (index: number) => `0xcustomers${index}` };

let world: World;
let accounts: TestAccounts;
let web: Ctx;
let signer: SignerCtx;
let transactions = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  web = { ...world.web, rails: new Map([...world.web.rails, ['ethereum', { code: 'ethereum', addresses }]]) };
  const find = async (reference: string) => chain.filter((fact) => fact.reference === reference);
  const firstHand = { by: 'reference', absent: 'none', find } as const;
  signer = { ...world.signer, rails: new Map([...world.signer.rails, ['ethereum', { code: 'ethereum', addresses, firstHand }]]) } as SignerCtx;
  await world.database.query(
    `insert into setting (kind, key, value, author, at)
     select distinct on (key) kind, key, value || '{"on": true}', 'tests', now() from setting where kind = 'currency' and key in ('eth', 'erc20')
     order by key, version desc`,
  );
  await world.database.query(
    `insert into polled_source (role, network, source, kind) values ('quydoi_worker', 'ethereum', 'ethereum-blocks', 'blocks')`,
  );
  await world.database.query(
    `insert into source_cursor (network, source, kind, cursor, watermark) values ('ethereum', 'ethereum-blocks', 'blocks', '1', now())`,
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

const operations = () => bindOperations(world.operator);
const balanceOf = async ({ caller }: Member) => (await getWallet(web, caller)).balances.find(({ currency }) => currency === 'eth')?.balance;

/** A customer with a deposit address for the coin. */
async function depositor() {
  const member = await openMember(world, accounts);
  const { address } = await makeDepositAddress(web, world.deps, member.caller, { currency: 'eth' });
  return { member, address: String(address) };
}

/** A sale of the coin or of a token for dong. */
function sale(from: 'eth' | 'erc20', quantity: string, destination: string) {
  const input = { kind: 'sell', from, to: 'vnd', quantity, destination, destinationBank: 'vcb' } as const;
  return workingMeanwhile(createOrder(web, world.deps, testCaller(), input), async () => {
    await answerLookups(world.signer);
    await answerLookups(world.worker);
  });
}

/** A payment to an address, journalled and matched by the worker. */
async function pay(account: string, amount: bigint, unit: PaymentFact['unit'] = 'eth') {
  transactions += 1;
  const reference = `${String(transactions).padStart(64, '0')}:0`;
  const transfer = bankTransfer({ amount, reference, sourceId: reference, paidAt: world.clock.now() });
  const fact: PaymentFact = { ...transfer, network: 'ethereum', unit, account, memo: '', payer: null, payerName: null };
  chain.push(fact);
  await recordPayment(world.worker, fact);
  await matchPayments(world.worker);
  const [row] = await world.database.query('select id, case_code from payment where reference = $1', [reference]);
  return { id: String(row?.id), caseCode: row?.case_code };
}

/** A minute of matching, crediting and paying out. */
async function goOn(): Promise<void> {
  for (let times = 0; times < 6; times += 1) {
    await matchPayments(world.worker);
    await readFirstHand(signer, 'ethereum');
    await creditDeposits(signer);
    await startPayouts(world.worker);
    await sendPayouts(signer);
    await settleAttempts(signer);
    world.clock.advance(10_000);
  }
}

const attach = (id: string, ref: string) => operations().attachPayment(LAN, { id, ref, note: 'by a receipt' });
const paidFor = ({ ref }: { readonly ref: string }) => world.payOs.paid.filter(({ memo }) => memo.includes(ref)).length;

test('a deposit that is still to be credited is given to no order by one operator', async () => {
  const { member, address } = await depositor();
  const other = await sale('eth', '0.02', '0071007777777');
  const { id, caseCode } = await pay(address, other.amountSent);
  expect(caseCode).toBe('deposit');
  expect(await attach(id, other.ref)).toMatchObject({ done: false });
  await goOn();
  expect([paidFor(other), await balanceOf(member)]).toEqual([0, other.amountSent]);
});

test('a deposit that the worker’s login has journalled as nobody’s is given to an order by two operators, not by one', async () => {
  const { member, address } = await depositor();
  const other = await sale('eth', '0.03', '0071007777778');
  const { id } = await pay(address, other.amountSent);
  await world.database.query(`update payment set version = version + 1, case_code = 'no_order' where id = $1`, [id], 'quydoi_worker');
  const answer = await attach(id, other.ref);
  expect(answer).toMatchObject({ done: false });
  await goOn();
  expect(paidFor(other)).toBe(0);
  await operations().confirmAct(MINH, { id: 'proposal' in answer ? (answer.proposal ?? '') : '' });
  await goOn();
  expect([paidFor(other), await balanceOf(member)]).toEqual([1, 0n]);
});

test('the coin that came to the address of an order in the token is given to no other order by one operator', async () => {
  const theirs = await sale('erc20', '200', '0071001111111');
  const other = await sale('eth', '0.02', '0071007777777');
  const { id, caseCode } = await pay(String(theirs.instructions?.account), other.amountSent);
  expect(caseCode).toBe('wrong_network');
  expect(await attach(id, other.ref)).toMatchObject({ done: false });
  await goOn();
  expect(paidFor(other)).toBe(0);
});

test('the token that came to the address of a balance in the coin is given to no order by one operator', async () => {
  const { address } = await depositor();
  const other = await sale('erc20', '200', '0071007777777');
  const { id, caseCode } = await pay(address, other.amountSent, 'usdt-eth');
  expect(caseCode).toBe('no_order');
  expect(await attach(id, other.ref)).toMatchObject({ done: false });
  await goOn();
  expect(paidFor(other)).toBe(0);
});
