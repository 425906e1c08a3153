import { defineEntity, p } from '@mikro-orm/core';
import type { ClaimAnswer, PaymentClaim } from '@quydoi/domain/claim/claim';

/** A customer's claim that an order was paid. Inserted by the web role, answered by the worker and operators, deleted when its time is over. */
export const PaymentClaimEntity = defineEntity({
  name: 'PaymentClaim',
  tableName: 'payment_claim',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    orderId: p.uuid(),
    n: p.integer(),
    paidAt: p.datetime(),
    bank: p.text().nullable(),
    accountEnd: p.text().nullable(),
    reference: p.text().nullable(),
    state: p.text().$type<PaymentClaim['state']>(),
    answer: p.text().$type<ClaimAnswer>().nullable(),
    createdAt: p.datetime(),
    answeredAt: p.datetime().nullable(),
  },
});
