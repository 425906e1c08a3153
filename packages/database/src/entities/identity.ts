import { defineEntity, p } from '@mikro-orm/core';
import type { DocStatus } from '@quydoi/domain/customer/customer';
import type { IdentityPart, IdentityRefusal } from '@quydoi/domain/customer/identity';

/** A picture that shows who a customer is. Written by the web role, which cannot read it. */
export const IdentityDocumentEntity = defineEntity({
  name: 'IdentityDocument',
  tableName: 'identity_document',
  properties: {
    id: p.bigint().primary().autoincrement(),
    customerId: p.text(),
    part: p.text().$type<IdentityPart>(),
    sealed: p.text(),
    uploadedAt: p.datetime(),
  },
});

/** Pictures that a customer has handed in, and what an operator decided. */
export const IdentitySubmissionEntity = defineEntity({
  name: 'IdentitySubmission',
  tableName: 'identity_submission',
  properties: {
    id: p.bigint().primary().autoincrement(),
    customerId: p.text(),
    submittedAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
    decision: p.text().$type<DocStatus>().nullable(),
    refusal: p.text().$type<IdentityRefusal>().nullable(),
  },
});
