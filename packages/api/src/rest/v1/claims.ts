import { createClaimInput } from '@quydoi/contract/claims';
import { orderRefText } from '@quydoi/contract/primitives';
import { identifiesPayment } from '@quydoi/domain/claim/claim';
import { translate } from '@quydoi/messages/translate';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { createdClaimData } from './data.ts';
import { orderKey, withKey } from './orders.ts';

const { paidAt, bank, accountEnd, reference } = createClaimInput.shape;

/** Claims that an order was paid, with the order's key. The answer comes in the order's log. */
export const paymentClaims = defineRoute({
  path: 'payment_claims',
  summary: 'Tells of a payment that an order does not show, three times at most.',
  body: z
    .object({
      ref: orderRefText,
      key: orderKey,
      paid_at: paidAt,
      bank_name: bank,
      account_end: accountEnd,
      reference,
    })
    .refine((told) => identifiesPayment({ accountEnd: told.account_end, reference: told.reference }), {
      path: ['account_end'],
      error: 'account_end or reference is required',
    }),
  data: createdClaimData,
  handle: async (call, body) => {
    const { ref, paid_at, bank_name, account_end } = body;
    const claim = { ref, paidAt: paid_at, bank: bank_name, accountEnd: account_end, reference: body.reference };
    const { left, replyMinutes } = await call.exchange.claims.create(withKey(call, body.key), claim);
    return { message: translate(call.caller.locale, 'event.claim_received'), data: { Ref: ref, Left: left, ReplyMinutes: replyMinutes } };
  },
});
