import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxOptions } from '../options.ts';
import { isWallet } from '../perfect-money/routes.ts';
import type { World } from '../world.ts';
import { centsOf, dongOf, type Received, receivedAtBank, receivedInWallet } from './money.ts';
import { readInstructions } from './order.ts';
import { Problem } from './problem.ts';

/** The customer who pays when nobody says otherwise. */
export const CUSTOMER = { bank: '0071000000001', 'perfect-money': 'U2000001' } as const;

/** A payment that is asked for. Amount in the rail's currency. */
export interface PaymentDraft {
  readonly rail: 'bank' | 'perfect-money';
  readonly from?: string | undefined;
  readonly to: string;
  readonly amount: number | string;
  readonly memo: string;
  /** When the provider says that it happened; now if left out. */
  readonly at?: Date | undefined;
  /** How many identical payments are made. */
  readonly times?: number | undefined;
}

/** What to pay an order with. */
export interface PayOrder {
  readonly ref: string;
  /** Instead of the order's amount. */
  readonly amount?: number | string | undefined;
  readonly times?: number | undefined;
  readonly delayMs?: number | undefined;
  /** Instead of the account that the order expects. */
  readonly from?: string | undefined;
}

/** Pays an order as its own instructions say. @throws Problem */
export async function payOrder(world: World, options: SandboxOptions, order: PayOrder): Promise<Received[]> {
  const { rail, amount, account, memo, payer } = await readInstructions(options.exchangeUrl, order.ref);
  if (order.delayMs) await sleep(order.delayMs);
  return pay(world, { rail, from: order.from ?? payer ?? undefined, to: account, amount: order.amount ?? amount, memo, times: order.times });
}

/** Makes a payment as a customer. @throws Problem */
export function pay(world: World, draft: PaymentDraft): Received[] {
  return draft.rail === 'bank' ? payByBank(world, draft) : payByWallet(world, draft);
}

function payByBank({ bank, now }: World, draft: PaymentDraft): Received[] {
  const amount = dongOf(draft.amount);
  if (amount === null) throw new Problem(422, 'AMOUNT_INVALID', 'the amount is not a whole number of dong');
  if (!/^[0-9A-Z]{4,19}$/.test(draft.to)) throw new Problem(422, 'ACCOUNT_INVALID', 'no such bank account');
  const transfer = { at: draft.at ?? now(), payer: draft.from ?? CUSTOMER.bank, payee: draft.to, amount, memo: draft.memo };
  return bank.transfer(Array.from({ length: draft.times ?? 1 }, () => transfer)).map(receivedAtBank);
}

function payByWallet({ faults, pace, pmBook, now }: World, draft: PaymentDraft): Received[] {
  const amount = centsOf(draft.amount);
  if (amount === null) throw new Problem(422, 'AMOUNT_INVALID', 'the amount is not in dollars with two decimals');
  const payer = draft.from ?? CUSTOMER['perfect-money'];
  if (![payer, draft.to].every(isWallet) || payer === draft.to) throw new Problem(422, 'ACCOUNT_INVALID', 'no such wallet');
  return Array.from({ length: draft.times ?? 1 }, () => {
    const at = draft.at ?? now();
    const visibleAt = new Date(at.getTime() + (faults.take('perfect-money', 'payment-delayed') ? pace.historyDelayMs : 0));
    const memo = faults.take('perfect-money', 'payment-memo-lost') ? '' : draft.memo;
    const payment = pmBook.pay({ at, visibleAt, payer, payee: draft.to, amount, paymentId: '', memo });
    if (!payment) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${payer} is short of money`);
    return receivedInWallet(payment);
  });
}
