import type { OrderView } from '@quydoi/contract/orders';
import { vietQrPayload } from '@quydoi/domain/vietqr';

type Sample = readonly [name: string, changes: Partial<OrderView>, seconds?: number];

/** One order per face of the order's page, by references that start with SAMPLE. */
const SAMPLES: readonly Sample[] = [
  ['PENDING', { actions: ['cancel'] }, 120],
  ['DANGER', { actions: ['cancel'] }, 1700],
  ['TIMEROVER', {}, 1900],
  ['VERIFYING', { status: 'verifying_transaction' }, 400],
  [
    'UNDERPAID',
    { status: 'verifying_transaction', reason: 'underpaid', amountPaid: 1_000_000n, actions: ['topUp', 'acceptRecalculation', 'requestRefund'] },
    300,
  ],
  [
    'UNDERPAIDOVER',
    { status: 'verifying_transaction', reason: 'underpaid', amountPaid: 1_000_000n, actions: ['acceptRecalculation', 'requestRefund'] },
    2000,
  ],
  [
    'OVERPAID',
    {
      status: 'verifying_transaction',
      reason: 'overpaid',
      amountPaid: 3_000_000n,
      actions: ['acceptRecalculation', 'refundExcess', 'requestRefund'],
    },
    300,
  ],
  ['LATE', { status: 'verifying_transaction', reason: 'late', amountPaid: 2_607_975n, actions: ['acceptRecalculation', 'requestRefund'] }, 3000],
  ['RISK', { status: 'verifying_transaction', reason: 'risk', amountPaid: 2_607_975n }, 300],
  ['PAID', { status: 'paid' }, 60],
  ['DELIVERING', { status: 'delivering' }, 700],
  ['OTP', { status: 'waitingotp' }, 90],
  ['RETRY', { status: 'retry_scheduled', retryAt: new Date(0) }, 90],
  ['HANDMAKE', { status: 'handmake', reason: 'over_limit' }, 90],
  ['ERROR', { status: 'error', reason: 'payout_unknown' }, 900],
  ['VOUCHER', { status: 'ERROR_EVOUCHER', reason: 'voucher_unknown' }, 90],
  ['DELIVERED', { status: 'delivered', actions: ['review'], payoutReference: '498213377' }, 200],
  ['EXPIRED', { status: 'cancelled', reason: 'expired' }, 4000],
  ['ABANDONED', { status: 'cancelled', reason: 'abandoned' }, 4000],
  ['REFUNDED', { status: 'cancelled', reason: 'refunded', amountPaid: 2_607_975n }, 4000],
  ['FORGED', { status: 'forged' }, 4000],
];

/** The samples, aged by their seconds. */
export function sampleOrders(now: Date): OrderView[] {
  return SAMPLES.map(([name, changes, seconds = 60]) => sample(`SAMPLE-${name}`, changes, seconds, now));
}

function sample(ref: string, changes: Partial<OrderView>, ageSeconds: number, now: Date): OrderView {
  const createdAt = new Date(now.getTime() - ageSeconds * 1000);
  const amountSent = 2_607_975n;
  const amount = amountSent - (changes.amountPaid ?? 0n);
  const isOpen = changes.status === undefined || changes.reason === 'underpaid';
  const isFinal = ['delivered', 'cancelled', 'forged'].includes(changes.status ?? 'pending');
  return {
    ref,
    kind: 'buy',
    status: 'pending',
    reason: null,
    actions: [],
    masked: false,
    version: 1,
    from: 'vnd',
    to: 'pm',
    quantity: 10_000n,
    amountSent,
    amountReceived: 10_000n,
    amountPaid: 0n,
    feeExchange: 50n,
    cashAmount: amountSent,
    cashFee: 0n,
    rate: '25950',
    destination: 'U1234567',
    destinationBank: null,
    destinationName: 'NGUYEN VAN AN',
    sender: '0011001234567',
    senderBank: 'vcb',
    instructions: isOpen
      ? {
          rail: 'bank',
          amount,
          account: '0011004567890',
          accountName: 'CONG TY QUY DOI',
          bankCode: 'vcb',
          bankName: 'Vietcombank',
          branch: 'Hà Nội',
          memo: '7KQ2M9XR4B',
          qr: vietQrPayload({ bin: '970436', account: '0011004567890', amount, memo: '7KQ2M9XR4B' }),
        }
      : null,
    payoutReference: null,
    explorerUrl: null,
    events: [
      { n: 1, code: 'created', params: {}, at: createdAt },
      ...(isOpen && !changes.reason
        ? []
        : [{ n: 2, code: 'payment_final' as const, params: { amount: '2607975', currency: 'vnd' }, at: new Date(createdAt.getTime() + 45_000) }]),
    ],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 1_800_000),
    finalAt: isFinal ? now : null,
    timerSeconds: 1800,
    serverTime: now,
    ...changes,
    retryAt: changes.retryAt ? new Date(now.getTime() + 120_000) : null,
  };
}
