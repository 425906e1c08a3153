import { orderRefText } from '@quydoi/contract/primitives';
import { checkVoucherInput } from '@quydoi/contract/vouchers';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { translate } from '@quydoi/messages/translate';
import { z } from 'zod';
import { exactAmount } from '../exact-number.ts';
import { defineRoute } from '../route.ts';
import { submittedVoucherData, voucherCheckData } from './data.ts';

const { number, code } = checkVoucherInput.shape;

/** Pays an order with a voucher. */
export const tryEvoucher = defineRoute({
  path: 'try_evoucher',
  summary: 'Pays an order with an e-voucher: one at a time, five refusals at most.',
  body: z.object({ evoucher_number: number, evoucher_code: code, order_ref: orderRefText }),
  data: submittedVoucherData,
  handle: async ({ exchange, caller }, body) => {
    const { state, left } = await exchange.vouchers.submit(caller, { ref: body.order_ref, number: body.evoucher_number, code: body.evoucher_code });
    const text = state === 'accepted' ? 'event.voucher_accepted' : 'reason.voucher_unknown';
    return { message: translate(caller.locale, text), data: { Ref: body.order_ref, State: state, Left: left } };
  },
});

/** Whether a voucher that was bought here within 30 days is used. Times are of GMT. */
export const checkEvoucher = defineRoute({
  path: 'check_evoucher',
  summary: 'Tells whether an e-voucher that was bought here within 30 days is used; once in 15 seconds.',
  body: z.object({ evoucher_number: number, activation_code: code }),
  data: voucherCheckData,
  handle: async ({ exchange, caller }, body) => {
    const voucher = await exchange.vouchers.check(caller, { number: body.evoucher_number, code: body.activation_code });
    return {
      message: '',
      data: {
        evoucher_number: voucher.number,
        activation_code: body.activation_code.replace(/\s/g, ''),
        amount: exactAmount(voucher.amount, CURRENCIES['e-voucher'].scale),
        created_time: voucher.createdAt.toISOString(),
        payee_account: voucher.used?.account ?? '',
        activated_time: voucher.used?.at.toISOString() ?? '',
      },
    };
  },
});
