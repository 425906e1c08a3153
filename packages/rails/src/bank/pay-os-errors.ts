import type { PayoutRefusal } from '../payout.ts';

/**
 * What payOS's refusals mean, by their words: its codes for payouts are not published. Only what surely speaks of money that stayed is
 * here; first match wins. The account's own words come before the payout account's, which is an account too.
 */
const MEANINGS: readonly (readonly [RegExp, PayoutRefusal])[] = [
  [/insufficient|not enough|số dư.*không đủ|không đủ số dư/i, 'funds'],
  [/(beneficiary|receiver|destination|to ?account|to ?bin).*(invalid|not (found|exist)|unsupported|closed)/i, 'destination'],
  [/(invalid|unknown|unsupported) (beneficiary|receiver|destination|to ?account|to ?bin|bank)/i, 'destination'],
  [/(thụ hưởng|người nhận|tài khoản nhận).*không (tồn tại|hợp lệ|hỗ trợ)/i, 'destination'],
];

/** What an explicit refusal means; null when its words do not say that nothing was taken. */
export function meaningOf(detail: string): PayoutRefusal | null {
  return MEANINGS.find(([pattern]) => pattern.test(detail.normalize('NFC')))?.[1] ?? null;
}
