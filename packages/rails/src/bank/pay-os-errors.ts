import type { PayoutRefusal } from '../payout.ts';

/**
 * payOS refusal texts by meaning (its payout error codes are not published). Only texts that definitely mean no money moved are listed; first
 * match wins. Texts about our own balance come first, because they may also mention an account.
 */
const MEANINGS: readonly (readonly [RegExp, PayoutRefusal])[] = [
  [/insufficient|not enough|số dư.*không đủ|không đủ số dư/i, 'funds'],
  [/(beneficiary|receiver|destination|to ?account|to ?bin).*(invalid|not (found|exist)|unsupported|closed)/i, 'destination'],
  [/(invalid|unknown|unsupported) (beneficiary|receiver|destination|to ?account|to ?bin|bank)/i, 'destination'],
  [/(thụ hưởng|người nhận|tài khoản nhận).*không (tồn tại|hợp lệ|hỗ trợ)/i, 'destination'],
];

/** Classifies an explicit refusal; null when its text does not prove that no money moved. */
export function meaningOf(detail: string): PayoutRefusal | null {
  return MEANINGS.find(([pattern]) => pattern.test(detail.normalize('NFC')))?.[1] ?? null;
}
