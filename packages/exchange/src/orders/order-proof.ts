import { createHash, timingSafeEqual } from 'node:crypto';
import type { Order } from '@quydoi/domain/order/order';
import { macOf } from '../keyed-mac.ts';
import type { RequestSecrets } from './request-proof.ts';

/**
 * The terms that a proof covers: those that never change. The price is not among them: a recalculation may change it, and it is compared with the
 * operators' rates instead. Neither is the origin, which is erased later.
 */
const PROVEN = [
  'id',
  'ref',
  'kind',
  'from',
  'to',
  'orderedQuantity',
  'payInNetwork',
  'payInAccount',
  'payInBank',
  'payInName',
  'payInBranch',
  'payOutNetwork',
  'destination',
  'destinationBank',
  'destinationName',
  'isNameTyped',
  'sender',
  'senderBank',
  'reserve',
  'subject',
  'customerId',
  'createdAt',
  'expiresAt',
] as const satisfies readonly (keyof Order)[];

/** Terms that a proof covers besides, where an order has them: proofs of before were made without. */
const BALANCES = ['fromBalance', 'toBalance'] as const satisfies readonly (keyof Order)[];
const COUPON = ['coupon', 'couponVersion'] as const satisfies readonly (keyof Order)[];

/** The fields of an order that its proof covers. */
export type ProvenTerms = Pick<Order, (typeof PROVEN | typeof BALANCES | typeof COUPON)[number] | 'cashFee'>;

/**
 * The proof of an order: the SHA-256 of its code. The code is an HMAC over the terms under a secret that only the processes of web and signer have,
 * so no database login can make one. Only the proof is stored. The worker lacks the secret, but can verify a code (`isOrderCode`): a request that
 * carries it comes from the site.
 */
export function orderProofOf(terms: ProvenTerms, secrets: RequestSecrets): string {
  return hashOf(macOf(textOf(terms), secrets)).toString('base64url');
}

/** The code of an order that the web process made; null for an order that only its database login wrote. */
export function orderCodeOf(order: ProvenTerms & Pick<Order, 'proof'>, secrets: RequestSecrets): string | null {
  const text = textOf(order);
  return secrets.map((secret) => macOf(text, [secret])).find((code) => isOrderCode(code, order)) ?? null;
}

/** Whether the web process made an order: tries its proof with every listed secret. */
export function isOrderProven(order: ProvenTerms & Pick<Order, 'proof'>, secrets: RequestSecrets): boolean {
  return orderCodeOf(order, secrets) !== null;
}

/** Verifies an order's code without the secret, in constant time. */
export function isOrderCode(code: string, { proof }: Pick<Order, 'proof'>): boolean {
  const given = Buffer.from(proof, 'base64url');
  const hash = hashOf(code);
  return given.length === hash.length && timingSafeEqual(given, hash);
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Serializes the terms unambiguously: JSON separates the fields whatever they contain. */
function textOf(terms: ProvenTerms): string {
  const balances = BALANCES.filter((name) => terms[name]);
  const coupon = terms.coupon === null ? [] : COUPON.map((name) => terms[name]);
  // No later price changes the bank's fee, and nothing else tells how much of a sale's price it was to be.
  const bankFee = terms.cashFee === 0n ? [] : ['cashFee', jsonOf(terms.cashFee)];
  return JSON.stringify(['order', ...PROVEN.map((name) => jsonOf(terms[name])), ...balances, ...coupon, ...bankFee]);
}

function jsonOf(value: ProvenTerms[(typeof PROVEN)[number]]): string | boolean | null {
  return typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString() : value;
}
