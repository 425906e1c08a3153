import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_ANSWER, readError } from '@quydoi/client/errors';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { NETWORKS } from '@quydoi/domain/networks';
import { accountOf, simulatedNetwork } from '../../customers/accounts.ts';
import { RETRYABLE_IN_CHAOS } from '../../customers/retryable.ts';
import type { TypedClient } from '../../customers/typed-client.ts';
import type { Evidence } from '../../reconciliation/difference.ts';
import type { Endpoints } from '../../system/endpoints.ts';
import { makePayment } from '../../system/sandbox-client.ts';
import type { Tally } from '../../tally.ts';
import { LOOK_MS, RETRY_MS } from '../customer-calls.ts';
import { MEMBERS_BANK, type RunMember } from './open-members.ts';
import type { PlannedAct, PlannedBurst } from './plan-wallets.ts';

/** Numbers of the accounts that members' orders pay to and are paid from: one for each, far from those of other orders. */
const FIRST_ACCOUNT = 800_000;
const ACCOUNTS_PER_BURST = 8;

/** What members were told, and what they did. */
export interface MemberObserver {
  readonly did: Tally;
  ordered(order: Evidence['acknowledged'][number]): void;
}

interface Act {
  readonly endpoints: Endpoints;
  readonly member: RunMember;
  readonly session: TypedClient;
  /** Number of the accounts of this act's order. */
  readonly n: number;
  readonly observer: MemberObserver;
  readonly stop: AbortSignal;
}

/** Performs what a member does at nearly the same time, in several sessions. @param stop when it aborts, nothing more is tried */
export async function simulateBurst(
  endpoints: Endpoints,
  member: RunMember,
  burst: PlannedBurst,
  observer: MemberObserver,
  stop: AbortSignal,
): Promise<void> {
  await Promise.all(
    burst.acts.map(async ({ session: at, afterMs, does }, index) => {
      await sleep(afterMs);
      const session = member.sessions[at];
      if (!session) throw new Error(`a member has no session ${at}`);
      await perform({ endpoints, member, session, n: FIRST_ACCOUNT + burst.n * ACCOUNTS_PER_BURST + index, observer, stop }, does);
    }),
  );
}

async function perform(act: Act, does: PlannedAct['does']): Promise<void> {
  switch (does.act) {
    case 'deposit':
      return deposit(act, does);
    case 'withdraw':
      return withdraw(act, does);
    case 'pay':
      return pay(act, does);
    case 'sell':
      return sell(act, does);
  }
}

async function deposit(act: Act, { dong, times }: { readonly dong: number; readonly times: number }): Promise<void> {
  const wallet = await answered(act, 'deposit', () => act.session.wallet.get.query());
  if (!wallet) return;
  const { account: to, memo } = wallet.deposit;
  const draft = { rail: 'bank', currency: 'vnd', from: act.member.account, to, amount: String(dong), memo } as const;
  for (let n = 0; n < times; n += 1)
    if ((await makePayment(act.endpoints, draft).catch(() => 'not-made')) === 'made') act.observer.did.add('deposit');
}

async function withdraw(act: Act, { perMille }: { readonly perMille: number }): Promise<void> {
  const { member, session } = act;
  const wallet = await answered(act, 'withdraw', () => session.wallet.get.query());
  const of = wallet?.balances.find(({ currency }) => currency === 'vnd');
  const [balance, min] = [of?.balance ?? 0n, of?.withdrawal?.min ?? 0n];
  const code = await member.codes?.next();
  if (!wallet || code === undefined || act.stop.aborted) return;
  const share = (balance * BigInt(perMille)) / 1_000n;
  const amount = formatDecimal(share < min ? min : share, CURRENCIES.vnd.scale);
  const input = { currency: 'vnd', amount, account: member.account, bank: MEMBERS_BANK, code } as const;
  if (await answered(act, 'withdraw', () => session.wallet.withdraw.mutate(input))) act.observer.did.add('withdraw');
}

type TradeAct = Extract<PlannedAct['does'], { readonly act: 'pay' | 'sell' }>;

async function pay(act: Act, { trade: { kind, from, to }, quantity }: TradeAct): Promise<void> {
  const destination = accountOf(to, 'destination', act.n);
  const fromBalance = await act.member.confirm();
  const context = { idempotencyKey: randomUUID() };
  const order = await answered(act, 'pay', () =>
    act.session.orders.create.mutate({ kind, from, to, quantity, destination, fromBalance }, { context }),
  );
  if (!order) return;
  act.observer.did.add('pay');
  act.observer.ordered({ ref: order.ref, destination, arrives: order.amountReceived });
}

async function sell(act: Act, { trade: { kind, from, to }, quantity }: TradeAct): Promise<void> {
  const own = accountOf(from, 'own', act.n);
  const sender = NETWORKS[simulatedNetwork(from)].authenticatesPayer ? { sender: own } : {};
  const context = { idempotencyKey: randomUUID() };
  const order = await answered(act, 'sell', () =>
    act.session.orders.create.mutate({ kind, from, to, quantity, destination: '', toBalance: true, ...sender }, { context }),
  );
  if (!order) return;
  act.observer.ordered({ ref: order.ref, destination: order.destination, arrives: order.amountReceived });
  const instructions = await instructionsOf(act, order.ref);
  if (!instructions) return;
  const amount = formatDecimal(instructions.amount, CURRENCIES[from].scale);
  const draft = { rail: simulatedNetwork(from), currency: from, from: own, to: instructions.account, amount, memo: instructions.memo };
  if ((await makePayment(act.endpoints, draft).catch(() => 'not-made')) === 'made') act.observer.did.add('sell');
}

/** Waits until an order says where to pay to: addresses are leased a moment later. */
async function instructionsOf(act: Act, ref: string) {
  while (!act.stop.aborted) {
    const order = await answered(act, 'sell', () => act.session.orders.get.query({ ref }));
    if (order?.instructions?.account !== '') return order?.instructions;
    await sleep(LOOK_MS);
  }
  return null;
}

/** Repeats a call until it is answered, and counts refusals. @returns null for a refusal, and when stopped */
async function answered<T>({ observer, stop }: Act, what: string, call: () => Promise<T>): Promise<T | null> {
  while (!stop.aborted) {
    try {
      return await call();
    } catch (error) {
      const { code } = readError(error);
      if (code !== NO_ANSWER && !RETRYABLE_IN_CHAOS.has(code)) {
        observer.did.add(`${what} ${code}`);
        return null;
      }
    }
    await sleep(RETRY_MS);
  }
  return null;
}
