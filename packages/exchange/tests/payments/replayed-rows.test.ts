import { DAY_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import type { Rail } from '@quydoi/rails/rail';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseOldEvidence } from '../../src/jobs/prune.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { reportException } from '../../src/report-exception.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { creditTold, type ListName, openToldLists, renumbered, type ToldLists } from '../../testing/told-lists.ts';

/* Rows of deposits that were credited, told again when what tells copies from transfers is gone. */

const NAMES: readonly ListName[] = ['casso-list', 'sepay-list'];
let lists: ToldLists;
let accounts: TestAccounts;

beforeAll(async () => {
  lists = await openToldLists(NAMES);
  accounts = openAccounts(lists.world);
});
beforeEach(() => {
  lists.world.clock.advance(DAY_MS);
});
afterAll(async () => {
  await accounts.close();
  await lists.world.database.close();
});

const credit = (member: Member, signer = lists.signer) => creditTold({ ...lists, signer }, member);

/** The signer once its bank has a single list. */
function readingSePayAlone(): SignerCtx {
  const bank = lists.signer.rails.get('bank') as Rail;
  if (bank.firstHand?.by !== 'list') throw new Error('the signer reads no list');
  const source = [bank.firstHand.source, ...(bank.firstHand.others ?? [])].find(({ name }) => name === 'sepay-list');
  if (!source) throw new Error('the signer does not read SePay');
  return { ...lists.signer, rails: new Map([...lists.signer.rails, ['bank', { ...bank, firstHand: { by: 'list', source, others: [] } }] as const]) };
}

test('a deposit is credited once, though the signer reads one of its two lists alone by now and the worker’s login journals its row', async () => {
  const { world, told, tell, signerReads, journalPast } = lists;
  const member = await openMember(world, accounts);
  const facts = told({ memo: depositMemoOf(member.customerId), amount: 777_000n });
  const casso = { ...facts['casso-list'], reference: `VCB.${facts['casso-list'].reference}` };
  tell(casso, facts['sepay-list']);
  await signerReads();
  await journalPast(casso, 'deposit');
  expect(await credit(member)).toBe(777_000n);
  world.clock.advance(40 * DAY_MS);
  await journalPast(facts['sepay-list'], 'deposit');
  expect(await credit(member, readingSePayAlone())).toBe(777_000n);
});

test.each(['worker’s login journals', 'worker reads'])(
  'a deposit whose words are erased is credited once, though its lists tell it again under new ids and the %s it',
  async (who) => {
    const { world, told, tell, turn, signerReads, journalPast } = lists;
    const member = await openMember(world, accounts);
    const facts = told({ memo: depositMemoOf(member.customerId), amount: 555_000n });
    tell(...NAMES.map((name) => facts[name]));
    await turn();
    expect(await credit(member)).toBe(555_000n);
    world.clock.advance(91 * DAY_MS);
    while (await eraseOldEvidence(lists.signer));
    const again = NAMES.map((name) => renumbered(facts[name]));
    tell(...again);
    if (who.includes('login')) {
      await signerReads();
      await journalPast(again[0] as PaymentFact, 'deposit');
    }
    await turn();
    expect(await credit(member)).toBe(555_000n);
    // Not without a word: a row told again, or a deposit that waits.
    const waiting = await world.database.query("select 1 from payment where amount = 555000 and case_code = 'deposit' and customer_id is null");
    expect(waiting.length + (await lists.exceptions()).length).toBeGreaterThan(0);
  },
);

test('a payment whose words are erased is still given to an order by an operator', async () => {
  const { world, told, tell, turn } = lists;
  const { amountSent: amount } = await world.create({ quantity: '30' });
  const facts = told({ memo: 'CHUYEN TIEN', amount });
  tell(...NAMES.map((name) => facts[name]));
  await turn();
  world.clock.advance(91 * DAY_MS);
  while (await eraseOldEvidence(lists.signer));
  const operations = bindOperations(world.operator);
  const { items } = await operations.listUnmatched(operatorCaller('lan'), { limit: 100 });
  const { ref } = await world.create({ quantity: '30' });
  const id = items.find(({ memo }) => memo === 'CHUYEN TIEN')?.id ?? '';
  await operations.attachPayment(operatorCaller('lan'), { id, ref, note: 'by a receipt' });
  for (let times = 0; times < 4; times += 1) await turn();
  expect((await world.order(ref)).status).toBe('delivered');
});

test.each([true, false])(
  'another amount of a row is told to operators, whether it could not be read at first or could (%s)',
  async (isUnreadable) => {
    const { world, worker, told } = lists;
    const member = await openMember(world, accounts);
    const fact = told({ memo: depositMemoOf(member.customerId), amount: 333_000n })['sepay-list'];
    const { network, source, sourceId } = fact;
    const unread = { account: null, asset: null, amount: null, detail: '' };
    if (isUnreadable) await reportException(worker, { network, source, sourceId, kind: 'unreadable', ...unread });
    await recordPayment(worker, fact);
    await matchPayments(worker);
    await recordPayment(worker, { ...fact, amount: 3_000n });
    expect((await lists.exceptions()).filter((one) => one.kind === 'other_amount' && one.sourceId.startsWith(sourceId))).toHaveLength(1);
  },
);
