import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Source } from '@quydoi/rails/source';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { onceAcrossLists } from './record-payment.ts';

test.each<[string, readonly Source['kind'][], boolean]>([
  ['several lists', ['list', 'list'], true],
  ['one list, however many other sources', ['list', 'webhook', 'head'], false],
  ['no list', ['webhook'], false],
])('a payment of a network with %s is compared once more with those alike when it is journalled, or need not be', (_, kinds, isCompared) => {
  const ctx = { rails: new Map([['bank', { sources: kinds.map((kind) => ({ kind })) }]]) } as unknown as Ctx;
  expect(onceAcrossLists(ctx, { network: 'bank' } as PaymentFact, new Set()).require !== undefined).toBe(isCompared);
});
