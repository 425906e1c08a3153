import { CURRENCIES, type CurrencyCode, isTradedCode } from '@quydoi/domain/currencies';
import { z } from 'zod';
import { SIMULATED_NETWORKS, type SimulatedNetworkCode, simulatedNetworkOf } from '../networks.ts';
import { Problem } from '../problem.ts';
import { askExchange } from './ask-exchange.ts';

/** How to pay an order. */
export interface PaymentInstructions {
  readonly rail: SimulatedNetworkCode;
  readonly currency: CurrencyCode;
  /** In the currency, as the exchange wrote it. */
  readonly amount: number | string;
  /** Empty where an order is paid with a voucher. */
  readonly account: string;
  readonly memo: string;
  /** Account that the order expects the money from; null if it names none. */
  readonly payer: string | null;
}

const amount = z.union([z.number().positive(), z.string().min(1)]);
const text = z.string().trim().min(1);
const answer = z.object({
  status: z.string(),
  error: z.string().optional(),
  message: z.string().optional(),
  data: z
    .object({
      Ref: text,
      FromBank: text,
      AmountSent: amount,
      ReceivingAddress: z.string().nullish(),
      Memo: z.string().nullish(),
      AccountIdSent: z.string().nullish(),
    })
    .nullish(),
});

/**
 * Reads an order's payment instructions from the exchange's REST API, as any customer's app could.
 * @throws Problem when the order does not exist, takes no more money, or is paid on a network that is not simulated
 */
export async function readInstructions(exchangeUrl: string, ref: string): Promise<PaymentInstructions> {
  const read = answer.safeParse(await askExchange(exchangeUrl, '/api/v1/histories', { ref }));
  if (!read.success)
    throw new Problem(424, 'EXCHANGE_UNREADABLE', `the exchange's answer cannot be read: ${read.error.issues[0]?.path.join('.') ?? ''}`);
  const { status, error, message, data } = read.data;
  if (status !== 'success' || !data) throw new Problem(404, error ?? 'ORDER_NOT_FOUND', message ?? 'the exchange does not know this order');
  const account = data.ReceivingAddress?.trim() ?? '';
  const { rail, currency } = payableWith(data.FromBank);
  // A voucher is handed over, not sent to an account.
  if (account === '' && !isVoucher(currency))
    throw new Problem(409, 'NOT_PAYABLE', 'the order tells no account to pay to: it takes no money any more');
  // Without the order's key the exchange masks this account, so that it is none.
  const payer = data.AccountIdSent && SIMULATED_NETWORKS[rail].isAccount(data.AccountIdSent) ? data.AccountIdSent : null;
  return { rail, currency, amount: data.AmountSent, account, memo: data.Memo?.trim() || data.Ref, payer };
}

/** Whether orders in a currency are paid with a voucher. */
export function isVoucher(currency: CurrencyCode): boolean {
  return CURRENCIES[currency].isVoucher === true;
}

/** Orders in dong name the customer's bank, all others their currency. */
function payableWith(fromBank: string): { rail: SimulatedNetworkCode; currency: CurrencyCode } {
  const currency: CurrencyCode = isTradedCode(fromBank) ? fromBank : 'vnd';
  const rail = simulatedNetworkOf(currency);
  if (rail === null) throw new Problem(422, 'RAIL_NOT_SIMULATED', `${fromBank} cannot be paid here`);
  return { rail, currency };
}
