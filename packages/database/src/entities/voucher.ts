import { defineEntity, p } from '@mikro-orm/core';

/** A voucher that an attempt has paid out. Append-only. */
export const VoucherEntity = defineEntity({
  name: 'Voucher',
  tableName: 'voucher',
  properties: {
    attemptId: p.uuid().primary(),
    orderId: p.uuid(),
    reference: p.text().unique('voucher_reference'),
    numberHash: p.text().unique('voucher_number'),
    sealed: p.text(),
    amount: p.bigint(),
    createdAt: p.datetime(),
  },
});

/** Whether the issuer says that a voucher is used. Asked by the web role, answered by the signer. */
export const VoucherCheckEntity = defineEntity({
  name: 'VoucherCheck',
  tableName: 'voucher_check',
  properties: {
    attemptId: p.uuid().primary(),
    askedAt: p.datetime(),
    readAt: p.datetime().nullable(),
    activatedAt: p.datetime().nullable(),
    activatedBy: p.text().nullable(),
  },
});

/** How far a customer's voucher is. `unsettled`: nobody knows whether its money was taken, an operator decides. */
export type SubmissionState = 'new' | 'sending' | 'unknown' | 'accepted' | 'refused' | 'unsettled';

/** A voucher that a customer pays an order with. Inserted by the web role, answered by the signer. */
export const VoucherSubmissionEntity = defineEntity({
  name: 'VoucherSubmission',
  tableName: 'voucher_submission',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    orderId: p.uuid(),
    n: p.integer(),
    sealed: p.text(),
    state: p.text().$type<SubmissionState>(),
    reference: p.text().unique('voucher_submission_reference').nullable(),
    amount: p.bigint().nullable(),
    code: p.text().nullable(),
    sentCode: p.text().nullable(),
    nextAt: p.datetime(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    answeredAt: p.datetime().nullable(),
  },
});
