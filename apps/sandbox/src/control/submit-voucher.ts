import { z } from 'zod';
import type { CustomerVouchers, VoucherCode } from '../network.ts';
import type { SimulatedNetworkCode } from '../networks.ts';
import { Problem } from '../problem.ts';
import { askExchange } from './ask-exchange.ts';
import { type Received, receivedOf } from './received.ts';

/** A voucher that a customer pays an order with. */
interface VoucherPayment {
  readonly rail: SimulatedNetworkCode;
  readonly ref: string;
  readonly amount: number | string;
  readonly from?: string | undefined;
  /** How often the customer submits it, at the same time. */
  readonly times?: number | undefined;
}

const answer = z.object({ status: z.string(), error: z.string().optional(), message: z.string().optional() });

/**
 * Makes a voucher and submits it to an order, through the exchange's REST API.
 * @returns the voucher's creation @throws Problem when the exchange took none of the submissions; the voucher is unused then
 */
export async function payWithVoucher(
  vouchers: CustomerVouchers | undefined,
  exchangeUrl: string,
  { rail, ref, amount, from, times = 1 }: VoucherPayment,
): Promise<Received[]> {
  if (!vouchers) throw new Problem(422, 'RAIL_NOT_SIMULATED', `${rail} knows no vouchers`);
  const { voucher, transfer } = vouchers.make(amount, from);
  const submissions = await Promise.allSettled(Array.from({ length: times }, () => submitVoucher(exchangeUrl, ref, voucher)));
  const refused = submissions.filter((one) => one.status === 'rejected');
  if (refused.length === submissions.length) throw refused[0]?.reason;
  return [receivedOf(rail, transfer)];
}

async function submitVoucher(exchangeUrl: string, ref: string, { number, code }: VoucherCode): Promise<void> {
  const body = { evoucher_number: number, evoucher_code: code, order_ref: ref };
  const read = answer.safeParse(await askExchange(exchangeUrl, '/api/v1/try_evoucher', body));
  if (!read.success) throw new Problem(424, 'EXCHANGE_UNREADABLE', "the exchange's answer cannot be read");
  const { status, error, message } = read.data;
  if (status !== 'success') throw new Problem(422, error ?? 'VOUCHER_REFUSED', message ?? 'the exchange does not take the e-voucher');
}
