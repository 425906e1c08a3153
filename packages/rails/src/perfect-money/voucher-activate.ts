import { RailError } from '../rail-error.ts';
import type { Activation, VoucherCode } from '../voucher.ts';
import type { Answer, Call } from './call.ts';
import { meaningOf } from './errors.ts';
import { isBatch } from './history.ts';
import { readPage } from './page.ts';
import { faceValueToCents, isActivationCode, isDollar, isVoucherNumber } from './voucher-wire.ts';
import { wallet } from './wire.ts';
import { withoutCodes } from './without-codes.ts';

/** `Invalid ev_number`, `Invalid ev_code`, and `Invalid ev_number or ev_code`, which a used voucher gets too. */
const INVALID = /invalid ev_(number|code)/i;
/** The wording for a voucher of another currency is not known. */
const CURRENCY = /currenc/i;

/** Takes a voucher's money into our wallet with `ev_activate.asp`. */
export async function activateVoucher(call: Call, payee: string, voucher: VoucherCode): Promise<Activation> {
  const { number, code } = voucher;
  if (!isVoucherNumber(number) || !isActivationCode(code)) return { state: 'refused', refusal: 'code', detail: 'not a number and code' };
  const answer = await call('ev_activate.asp', { Payee_Account: payee, ev_number: number, ev_code: code });
  return readActivation(answer, payee, number);
}

/**
 * Parses the response of `ev_activate.asp`. `activated` needs a batch number, the face value and the number asked for, and no ERROR field; `refused`
 * needs an ERROR field alone; `taken` is an activation into another wallet, or in another currency than US dollars.
 * @throws RailError outcome `unknown` for everything else; it quotes no number or code
 */
export function readActivation(answer: Answer, payee: string, number: string): Activation {
  const unclear = (why: string) => new RailError('perfect-money', 'malformed', 'unknown', `ev_activate.asp ${why}`);
  if (!answer.isOk) throw unclear('did not answer 200');
  const page = readPage(answer.text);
  if (FIELDS.some((name) => page.has(name))) {
    const batch = page.field('PAYMENT_BATCH_NUM');
    const amount = faceValueToCents(page.field('VOUCHER_AMOUNT') ?? '');
    if (page.has('ERROR') || batch === null || !isBatch(batch) || amount === null) throw unclear('answered ambiguously');
    if (page.field('VOUCHER_NUM') !== number) throw unclear('answered for another voucher');
    const same = (name: string, test: (value: string) => boolean) => !page.has(name) || test(page.field(name) ?? '');
    if (!same('Payee_Account', (value) => wallet(value) === payee)) return { state: 'taken', reference: batch, detail: 'into another wallet' };
    if (!same('VOUCHER_AMOUNT_CURRENCY', (value) => value !== '')) throw unclear('answered without a currency');
    if (!same('VOUCHER_AMOUNT_CURRENCY', isDollar)) return { state: 'taken', reference: batch, detail: 'in another currency' };
    return { state: 'activated', reference: batch, amount };
  }
  const detail = page.field('ERROR');
  if (detail === null) throw unclear('answered neither voucher nor error');
  const refusal = refusalOf(detail);
  if (refusal === null) throw unclear(`answered: ${withoutCodes(detail)}`);
  return { state: 'refused', refusal, detail: withoutCodes(detail) };
}

/** Any of them says that money may have been taken. */
const FIELDS = ['PAYMENT_BATCH_NUM', 'VOUCHER_AMOUNT', 'VOUCHER_NUM'] as const;

/** Meaning of an error text; null when the money may have been taken all the same. */
function refusalOf(detail: string): (Activation & { state: 'refused' })['refusal'] | null {
  const meaning = meaningOf(detail);
  if (meaning === 'unclear') return null;
  // The issuer takes a voucher once only, so that asking again is harmless.
  if (meaning === 'temporary' || meaning === 'later') return 'temporary';
  if (meaning === 'credentials') return meaning;
  if (INVALID.test(detail)) return 'code';
  return CURRENCY.test(detail) ? 'currency' : 'other';
}
