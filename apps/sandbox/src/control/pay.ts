import { setTimeout as sleep } from 'node:timers/promises';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import type { NetworkDefinition, PaymentDraft, SimulatedNetwork } from '../network.ts';
import { SIMULATED_NETWORKS, type SimulatedNetworkCode } from '../networks.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { isVoucher, readInstructions } from './payment-instructions.ts';
import { type Received, receivedOf } from './received.ts';
import { payWithVoucher } from './submit-voucher.ts';

/** Request to pay an order, or to deposit dong for a customer. */
export interface OrderPayment {
  /** Of the order, or the memo of a customer's deposits. */
  readonly ref: string;
  /** Replaces the order's amount; deposits need one. */
  readonly amount?: number | string | undefined;
  readonly times?: number | undefined;
  readonly delayMs?: number | undefined;
  /** Replaces the account that the order expects to be paid from. */
  readonly from?: string | undefined;
}

/** Request for any other payment. */
export interface CustomerTransfer extends Omit<PaymentDraft, 'currency'> {
  readonly rail: SimulatedNetworkCode;
  /** The network's first currency if omitted. */
  readonly currency?: CurrencyCode | undefined;
}

/** Pays an order as its own instructions say, or a deposit as the wallet's page says. @throws Problem */
export async function payOrder(world: World, exchangeUrl: string, order: OrderPayment): Promise<Received[]> {
  if (depositorsInMemo(order.ref).length > 0) return payDeposit(world, order);
  const { rail, currency, amount, account, memo, payer } = await readInstructions(exchangeUrl, order.ref);
  if (order.delayMs) await sleep(order.delayMs);
  const from = order.from ?? payer ?? undefined;
  const { times, amount: asked = amount } = order;
  const { vouchers }: SimulatedNetwork = world.networks[rail];
  if (isVoucher(currency)) return payWithVoucher(vouchers, exchangeUrl, { rail, ref: order.ref, amount: asked, from, times });
  return transfer(world, { rail, currency, from, to: account, amount: asked, memo, times });
}

async function payDeposit(world: World, { ref, amount, times, delayMs, from }: OrderPayment): Promise<Received[]> {
  if (amount === undefined) throw new Problem(422, 'AMOUNT_MISSING', 'a deposit is of any amount: say which');
  const to = world.networks.bank.ownAccounts.payIn;
  if (to === null) throw new Problem(422, 'RAIL_NOT_SIMULATED', 'dong cannot be deposited here');
  if (delayMs) await sleep(delayMs);
  return transfer(world, { rail: 'bank', currency: 'vnd', from, to, amount, memo: ref, times });
}

/** Makes a payment as a customer. @throws Problem */
export async function transfer({ networks }: World, { rail, ...draft }: CustomerTransfer): Promise<Received[]> {
  const { currencies, paymentWays = [] }: Pick<NetworkDefinition<unknown>, 'currencies' | 'paymentWays'> = SIMULATED_NETWORKS[rail];
  const currency = draft.currency ?? currencies[0];
  if (!currencies.includes(currency)) throw new Problem(422, 'RAIL_NOT_SIMULATED', `${currency} cannot be paid on ${rail}`);
  if (draft.way !== undefined && !paymentWays.includes(draft.way)) throw new Problem(422, 'WAY_NOT_POSSIBLE', `${rail} knows no ${draft.way}`);
  return (await networks[rail].pay({ ...draft, currency })).map((paid) => receivedOf(rail, paid));
}
