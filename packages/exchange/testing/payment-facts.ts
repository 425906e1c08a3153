import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { TEST_START } from './clock.ts';

/** Our Perfect Money wallet. */
export const OWN_WALLET = 'U1000001';

/** Payment fact of a transfer into our collection account, as reported by a bank. */
export function bankTransfer(set: Partial<PaymentFact>): PaymentFact {
  return {
    network: 'bank',
    account: '0011004567890',
    reference: 'FT1',
    unit: 'vnd',
    amount: 1n,
    exactAmount: null,
    memo: '',
    payer: null,
    payerName: null,
    paidAt: TEST_START,
    confirmed: true,
    source: 'test',
    sourceId: `${set.reference ?? 'FT1'}`,
    ...set,
  };
}

/** Payment fact of a transfer into our wallet, as listed in Perfect Money's history. */
export function walletTransfer(set: Partial<PaymentFact>): PaymentFact {
  return {
    ...bankTransfer({ reference: '700000001', ...set }),
    network: 'perfect-money',
    unit: 'pm',
    account: OWN_WALLET,
    payer: 'U7654321',
    ...set,
  };
}

/** Payment fact of an on-chain payment; confirmed by default. */
export function chainPayment(set: Partial<PaymentFact>): PaymentFact {
  const reference = set.reference ?? `${'d'.repeat(64)}:0`;
  return {
    ...bankTransfer({}),
    network: 'tron',
    unit: 'usdt-tron',
    account: '',
    payer: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
    reference,
    sourceId: reference,
    ...set,
  };
}
