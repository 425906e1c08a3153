import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@quydoi/contract/errors';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { PortsOf } from '@quydoi/contract/procedure';
import type { voucherProcedures } from '@quydoi/contract/vouchers';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import { readVoucherCode, readVoucherNumber, VOUCHER_REFUSALS_MAX } from '@quydoi/domain/voucher';

type VoucherPorts = PortsOf<{ vouchers: typeof voucherProcedures }>['vouchers'];

/** What the vouchers of the mock act on. */
export interface MockOrders {
  /** The order as a caller with this key sees it. @throws AppError ORDER_NOT_FOUND */
  find(ref: string, key: string | null): OrderView;
  update(ref: string, next: (order: OrderView) => OrderView): void;
  /** Pays the order, which is delivered afterwards. */
  pay(ref: string): void;
}

/** The voucher that orders of the mock are paid out in; unused. */
export const MOCK_VOUCHER = { number: '0123456789', code: '0011223344556677' } as const;
/** A voucher that was bought at the mock and is used. */
const USED_NUMBER = '9876543210';
/** One that was bought there and whose issuer does not answer. */
const SILENT_NUMBER = '5555555555';
/** Codes that end so are refused by the issuer, keep it thinking, or are worth less than the order; others are good. */
const REFUSED_END = '0000';
const SMALL_END = '5555';
const SLOW_END = '9999';
const CALL_MS = 600;
const SLOW_MS = 20_000;
const CONFIRMED_MS = 5_000;
const CHECK_INTERVAL_MS = 15_000;
const DAY_MS = 86_400_000;

/** Vouchers of the mock exchange: what happens to one depends on how its code ends. */
export function mockVouchers({ find, update, pay }: MockOrders): VoucherPorts {
  const checkedAt = new Map<string | null, number>();

  const answer = (ref: string, code: string): number => {
    const left = (find(ref, null).vouchers?.left ?? VOUCHER_REFUSALS_MAX) - 1;
    if (!code.endsWith(REFUSED_END)) {
      update(ref, accepted);
      setTimeout(() => (code.endsWith(SMALL_END) ? update(ref, underpaid) : pay(ref)), CONFIRMED_MS);
      return left + 1;
    }
    update(ref, (order) => refused(order, left));
    return left;
  };

  return {
    submit: async (caller, input) => {
      const { code } = readText(input);
      const { actions, vouchers } = find(input.ref, caller.orderKey);
      if (!actions.includes('submitVoucher') || !vouchers || vouchers.isChecking || vouchers.left === 0)
        throw new AppError('ORDER_ACTION_NOT_ALLOWED');
      update(input.ref, (order) => ({ ...order, vouchers: { ...vouchers, isChecking: true } }));
      await sleep(CALL_MS);
      if (code.endsWith(SLOW_END)) {
        setTimeout(() => answer(input.ref, code), SLOW_MS);
        return { state: 'checking', left: vouchers.left };
      }
      const left = answer(input.ref, code);
      if (code.endsWith(REFUSED_END)) throw new AppError('VOUCHER_REFUSED', { left: String(left) }, { left });
      return { state: 'accepted', left };
    },
    reveal: async (caller, { ref }) => {
      await sleep(CALL_MS);
      const order = find(ref, caller.orderKey);
      if (order.masked) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
      return { vouchers: [{ ...MOCK_VOUCHER, amount: order.refund?.amount ?? order.amountReceived }] };
    },
    check: async ({ deviceId }, input) => {
      const { number, code } = readText(input);
      const sinceMs = Date.now() - (checkedAt.get(deviceId) ?? Number.NEGATIVE_INFINITY);
      if (sinceMs < CHECK_INTERVAL_MS) throw tooSoon(CHECK_INTERVAL_MS - sinceMs);
      checkedAt.set(deviceId, Date.now());
      await sleep(CALL_MS);
      if (code === MOCK_VOUCHER.code && number === SILENT_NUMBER) throw new AppError('UNAVAILABLE');
      if (code !== MOCK_VOUCHER.code || (number !== MOCK_VOUCHER.number && number !== USED_NUMBER)) throw new AppError('VOUCHER_NOT_FOUND');
      const used = number === USED_NUMBER ? { at: new Date(Date.now() - DAY_MS), account: 'U7654321' } : null;
      return { number, amount: 10_000n, createdAt: new Date(Date.now() - 2 * DAY_MS), used };
    },
  };
}

function readText(input: { readonly number: string; readonly code: string }) {
  const [number, code] = [readVoucherNumber(input.number), readVoucherCode(input.code)];
  if (number === null) throw new AppError('VOUCHER_INVALID', {}, { field: 'number' });
  if (code === null) throw new AppError('VOUCHER_CODE_INVALID', {}, { field: 'code' });
  return { number, code };
}

function tooSoon(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  return new AppError('TRY_AGAIN_AFTER_15_SECONDS', { seconds: String(seconds) }, { retryAfterSeconds: seconds });
}

function accepted(order: OrderView): OrderView {
  const params = { amount: formatDecimal(order.amountSent, CURRENCIES[order.from].scale), currency: order.from };
  return withEvent({ ...order, vouchers: order.vouchers && { ...order.vouchers, isChecking: false } }, 'voucher_accepted', params);
}

/** Four fifths of the order are paid. */
function underpaid(order: OrderView): OrderView {
  const amountPaid = (order.amountSent * 4n) / 5n;
  const params = { amount: formatDecimal(amountPaid, CURRENCIES[order.from].scale), currency: order.from };
  const after: OrderView = {
    ...order,
    status: 'verifying_transaction',
    reason: 'underpaid',
    actions: ['submitVoucher', 'acceptRecalculation', 'requestRefund'],
    amountPaid,
  };
  return withEvent(after, 'payment_confirmed', params);
}

function refused(order: OrderView, left: number): OrderView {
  const after: OrderView = { ...order, vouchers: { isChecking: false, left } };
  const ended: OrderView = left === 0 ? { ...after, status: 'ERROR_EVOUCHER', reason: 'voucher_refused', actions: [] } : after;
  return withEvent(ended, 'voucher_refused', { left: String(left) });
}

function withEvent(order: OrderView, code: 'voucher_accepted' | 'voucher_refused' | 'payment_confirmed', params: Record<string, string>): OrderView {
  return { ...order, version: order.version + 1, events: [...order.events, { n: order.events.length + 1, code, params, at: new Date() }] };
}
