import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxOptions } from '../options.ts';
import { isWallet } from '../perfect-money/routes.ts';
import { hexOf } from '../tron/address.ts';
import type { World } from '../world.ts';
import { centsOf, dongOf, type Received, receivedAtBank, receivedInWallet, receivedOnTron, usdtOf } from './money.ts';
import { readInstructions } from './order.ts';
import { Problem } from './problem.ts';

/** The customer who pays when nobody says otherwise. */
export const CUSTOMER = { bank: '0071000000001', 'perfect-money': 'U2000001', tron: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' } as const;

/** Who pays in the place of a customer. */
const STRANGER = 'U2999999';
/** Wallets that customers say they have; those that look-ups find are fewer. */
const PAYER = /^U\d{5,9}$/;

/** A payment that is asked for. Amount in the rail's currency. */
export interface PaymentDraft {
  readonly rail: 'bank' | 'perfect-money' | 'tron';
  readonly from?: string | undefined;
  readonly to: string;
  readonly amount: number | string;
  readonly memo: string;
  /** When the provider says that it happened; now if left out. A chain's blocks cannot be dated back. */
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
  if (draft.rail === 'tron') return payOnTron(world, draft);
  return draft.rail === 'bank' ? payByBank(world, draft) : payByWallet(world, draft);
}

/** A memo as the provider passes it on. */
function arriving(memo: string, take: (kind: 'payment-memo-lost' | 'payment-memo-mangled' | 'payment-memo-garbled') => boolean): string {
  if (memo !== '' && take('payment-memo-lost')) return '';
  if (memo !== '' && take('payment-memo-mangled')) return `ck tu 0071.${memo.toLowerCase().replace(/(.{4})/g, '$1. ')} cam on`;
  return memo !== '' && take('payment-memo-garbled') ? memo.slice(0, -1) : memo;
}

function payByBank({ bank, faults, now }: World, draft: PaymentDraft): Received[] {
  const amount = dongOf(draft.amount);
  if (amount === null) throw new Problem(422, 'AMOUNT_INVALID', 'the amount is not a whole number of dong');
  if (!/^[0-9A-Z]{4,19}$/.test(draft.to)) throw new Problem(422, 'ACCOUNT_INVALID', 'no such bank account');
  const transfer = { at: draft.at ?? now(), payer: draft.from ?? CUSTOMER.bank, payee: draft.to, amount };
  const memo = () => arriving(draft.memo, (kind) => faults.take('bank', kind));
  return bank.transfer(Array.from({ length: draft.times ?? 1 }, () => ({ ...transfer, memo: memo() }))).map(receivedAtBank);
}

function payByWallet({ faults, pace, pmBook, now }: World, draft: PaymentDraft): Received[] {
  const amount = centsOf(draft.amount);
  if (amount === null) throw new Problem(422, 'AMOUNT_INVALID', 'the amount is not in dollars with two decimals');
  const named = draft.from ?? CUSTOMER['perfect-money'];
  if (!PAYER.test(named) || !isWallet(draft.to) || named === draft.to) throw new Problem(422, 'ACCOUNT_INVALID', 'no such wallet');
  return Array.from({ length: draft.times ?? 1 }, () => {
    const payer = faults.take('perfect-money', 'payment-wrong-sender') ? STRANGER : named;
    const at = draft.at ?? now();
    const visibleAt = new Date(at.getTime() + (faults.take('perfect-money', 'payment-delayed') ? pace.historyDelayMs : 0));
    const memo = arriving(draft.memo, (kind) => faults.take('perfect-money', kind));
    const payment = pmBook.pay({ at, visibleAt, payer, payee: draft.to, amount, paymentId: '', memo });
    if (!payment) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${payer} is short of money`);
    return receivedInWallet(payment);
  });
}

/** Each payment is a transaction that waits for the next block. */
function payOnTron({ tron }: World, draft: PaymentDraft): Received[] {
  const amount = usdtOf(draft.amount);
  if (amount === null) throw new Problem(422, 'AMOUNT_INVALID', 'the amount is not in USDT with six decimals');
  const [payer, payee] = [hexOf(draft.from ?? CUSTOMER.tron), hexOf(draft.to)];
  if (payer === null || payee === null || payer === payee) throw new Problem(422, 'ACCOUNT_INVALID', 'no such address on TRON');
  if (draft.at) throw new Problem(422, 'TIME_NOT_POSSIBLE', 'a block has the time at which it is made');
  tron.advance();
  return Array.from({ length: draft.times ?? 1 }, () => {
    const paid = tron.pay(payer, [{ to: payee, amount }]);
    if (!paid) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${draft.from} is short of money`);
    return receivedOnTron({ ...paid, amount });
  });
}
