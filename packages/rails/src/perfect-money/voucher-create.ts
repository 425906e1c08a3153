import type { PayoutRequest, SendOutcome } from '../payout.ts';
import { RailError } from '../rail-error.ts';
import type { Answer, Call } from './call.ts';
import { meaningOf } from './errors.ts';
import { isBatch } from './history.ts';
import { readPage } from './page.ts';
import { faceValueToCents, voucherOf } from './voucher-wire.ts';
import { CENTS_MAX, centsToUsd, usdToCents, wallet } from './wire.ts';
import { withoutCodes } from './without-codes.ts';

/** Creates a voucher out of our wallet with `ev_create.asp`, which takes no reference of ours: a lost answer is found by time and amount alone. */
export async function createVoucher(call: Call, payer: string, request: PayoutRequest): Promise<SendOutcome> {
  if (request.amount <= 0n) throw new RailError('perfect-money', 'refused', 'not-done', 'request out of bounds');
  const answer = await call('ev_create.asp', { Payer_Account: payer, Amount: centsToUsd(request.amount) });
  return readCreation(answer, payer, request.amount);
}

/**
 * Parses the response of `ev_create.asp`. `accepted` needs batch, number, code and the amount asked for, and no ERROR field; `refused` needs an ERROR
 * field alone. The fee is what was paid beyond the face value; null when the response does not tell.
 * @throws RailError outcome `unknown` for everything else; it quotes no number or code
 */
export function readCreation(answer: Answer, payer: string, amount: bigint): SendOutcome {
  const unclear = (why: string) => new RailError('perfect-money', 'malformed', 'unknown', `ev_create.asp ${why}`);
  if (!answer.isOk) throw unclear('did not answer 200');
  const page = readPage(answer.text);
  if (FIELDS.some((name) => page.has(name))) {
    const batch = page.field('PAYMENT_BATCH_NUM');
    const voucher = voucherOf(page);
    if (page.has('ERROR') || batch === null || !isBatch(batch) || voucher === null) throw unclear('answered ambiguously');
    const isOurs = !page.has('Payer_Account') || wallet(page.field('Payer_Account') ?? '') === payer;
    if (!isOurs || faceValueToCents(page.field('VOUCHER_AMOUNT') ?? '') !== amount) throw unclear('answered for another voucher');
    return { state: 'accepted', reference: batch, fee: feeOf(page.field('PAYMENT_AMOUNT'), amount), voucher };
  }
  const detail = page.field('ERROR');
  if (detail === null) throw unclear('answered neither voucher nor error');
  const refusal = meaningOf(detail);
  if (refusal === 'unclear' || refusal === 'later') throw unclear(`answered: ${withoutCodes(detail)}`);
  return { state: 'refused', refusal, detail: withoutCodes(detail) };
}

/** Any of them says that a voucher may have been created. */
const FIELDS = ['PAYMENT_BATCH_NUM', 'VOUCHER_NUM', 'VOUCHER_CODE'] as const;

function feeOf(paid: string | null, amount: bigint): bigint | null {
  const cents = usdToCents(paid ?? '');
  return cents === null || cents < amount || cents > CENTS_MAX ? null : cents - amount;
}
