import { randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { decideCase, decideRecord } from '@quydoi/domain/transfer/journal-payment';
import type { PaymentCase, PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Rail } from '@quydoi/rails/rail';
import type { ListSource } from '@quydoi/rails/source';
import { type Ctx, decisionContext } from '../src/context.ts';
import { bindOperations } from '../src/operations/operations.ts';
import { journalFirstHand } from '../src/payments/journal-first-hand.ts';
import { matchPayments } from '../src/payments/match-payments.ts';
import { declarePolledSources } from '../src/payments/polled-sources.ts';
import { readFirstHandList, readSource } from '../src/payments/read-sources.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { startPayouts } from '../src/payouts/start-payouts.ts';
import { creditDeposits } from '../src/wallets/credit-deposits.ts';
import { walletsSeenIn } from './balances.ts';
import { operatorCaller } from './callers.ts';
import type { Member } from './members.ts';
import { sendPayouts, settleAttempts } from './network-jobs.ts';
import { bankTransfer } from './payment-facts.ts';
import { openWorld } from './world.ts';

/** A provider's list of the bank's transfers. */
export type ListName = 'sepay-list' | 'casso-list';

/** A world whose worker and signer read lists of the bank's transfers that a test writes. */
export type ToldLists = Awaited<ReturnType<typeof openToldLists>>;

/** Opens a world with these lists, of which worker and signer each have keys of their own. */
export async function openToldLists(names: readonly ListName[]) {
  const books: Record<ListName, PaymentFact[]> = { 'sepay-list': [], 'casso-list': [] };
  let transfers = 0;
  let occurrences = 0;
  const world = await openWorld(postgresUrl());
  const [source, ...others] = names.map(listOf) as [ListSource, ...ListSource[]];
  const railOf = (ctx: Ctx): Rail => ({ ...ctx.rails.get('bank'), code: 'bank' });
  const bank: Rail = { ...railOf(world.worker), sources: [source, ...others] };
  const worker: Ctx = { ...world.worker, rails: new Map([...world.worker.rails, ['bank', bank] as const]) };
  await declarePolledSources(worker);
  const signerBank: Rail = { ...railOf(world.signer), firstHand: { by: 'list', source, others } };
  const signer: SignerCtx = { ...world.signer, rails: new Map([...world.signer.rails, ['bank', signerBank] as const]) };
  return { world, worker, signer, names, told, tell, journalPast, workerReads, signerReads, goOn, turn, exceptions };

  function listOf(name: ListName): ListSource {
    return {
      kind: 'list',
      name,
      pollMs: 1_000,
      async read(cursor) {
        return { facts: books[name].slice(Number(cursor ?? 0)), cursor: String(books[name].length), more: false };
      },
    };
  }

  /** A transfer as each of the providers tells it: under an id of its own. */
  function told(set: Partial<PaymentFact>): Record<ListName, PaymentFact> {
    transfers += 1;
    // To the second, as no bank's day begins.
    const paidAt = new Date(Math.floor(world.clock.now().getTime() / 1_000) * 1_000 + 7_000);
    const fact = bankTransfer({ reference: `FT26345${transfers}`, paidAt, ...set });
    return {
      'sepay-list': { ...fact, source: 'sepay-list', sourceId: `uuid-${transfers}` },
      'casso-list': { ...fact, source: 'casso-list', sourceId: `${transfers}`, paidAt: new Date(fact.paidAt.getTime() + 1_000) },
    };
  }

  function tell(...facts: readonly PaymentFact[]): void {
    for (const fact of facts) books[fact.source as ListName].push(fact);
  }

  /** Journals a row in the inbox as whoever has the worker's login can: past the worker, in any words. @returns the payment's id */
  async function journalPast(fact: PaymentFact, code: PaymentCase): Promise<string> {
    occurrences += 10;
    const id = randomUUID();
    const recorded = decideRecord(fact, id, decisionContext(worker, 'system', fact.sourceId), occurrences);
    const cases = recorded.payments.map(({ after }) => decideCase(after, code, null));
    await applyChanges(worker.orm, [recorded, ...cases], world.clock.now());
    return id;
  }

  async function workerReads(): Promise<void> {
    for (const name of names) await readSource(worker, { network: 'bank', source: listOf(name) });
  }

  async function signerReads(): Promise<void> {
    for (const name of names) await readFirstHandList(signer, 'bank', listOf(name));
  }

  /** Half a minute of matching and paying out. */
  async function goOn(): Promise<void> {
    for (let times = 0; times < 3; times += 1) {
      await matchPayments(worker);
      await startPayouts(worker);
      await sendPayouts(signer);
      await settleAttempts(signer);
      world.clock.advance(10_000);
    }
  }

  /** Both roles read all lists, and what they have read goes on. */
  async function turn(): Promise<void> {
    await workerReads();
    await signerReads();
    await journalFirstHand(worker);
    await goOn();
  }

  async function exceptions() {
    return (await bindOperations(world.operator).listExceptions(operatorCaller('lan'), { limit: 100 })).items;
  }
}

/** A row as its list tells it again, under another id. */
export function renumbered(fact: PaymentFact): PaymentFact {
  return { ...fact, sourceId: `again-${fact.sourceId}` };
}

/** Lets the signer credit what both roles have read, until nothing more happens. @returns the member's balance in dong */
export async function creditTold({ world, signer }: Pick<ToldLists, 'world' | 'signer'>, member: Member): Promise<bigint | undefined> {
  for (let times = 0; times < 4; times += 1) {
    world.clock.advance(60_000);
    await creditDeposits(signer);
  }
  return walletsSeenIn(world).balanceOf(member);
}
