import { NETWORK_LIST } from '@quydoi/sandbox/networks';
import { describe, expect, test } from 'vitest';
import type { BookedTransfer, SandboxBooks } from '../system/sandbox-client.ts';
import type { Difference, DifferenceKind, Evidence } from './difference.ts';
import type { BookedBalance, BookedOrder, BookedPayment, BookedPayout, BookedReferral, BookedWithdrawal } from './exchange-books.ts';
import { reconcile as reconcileBooks } from './reconcile.ts';

/** Concise form of the sandbox's books: the fields of each provider's transfers that matter here. */
interface WalletMovement {
  readonly batch: number;
  readonly payer: string;
  readonly payee: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly paymentId: string;
  readonly memo: string;
}
interface BankMovement {
  readonly reference: string;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly memo: string;
}
interface PayOsMovement {
  readonly key: string;
  readonly account: string;
  readonly amount: number;
  readonly state: 'SUCCEEDED' | 'REVERSED';
}
interface TokenMovement {
  readonly txid: string;
  readonly logIndex: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}
interface World {
  readonly bank: readonly BankMovement[];
  readonly payOs: readonly PayOsMovement[];
  readonly perfectMoney: readonly WalletMovement[];
  readonly tron: readonly TokenMovement[];
  readonly tronAccounts: readonly { readonly account: string; readonly sun: bigint; readonly usdt: bigint }[];
  readonly ours: {
    readonly collection: { readonly account: string };
    readonly perfectMoney: { readonly account: string; readonly balance: bigint };
    readonly payOs: { readonly account: string; readonly balance: bigint };
    readonly tron: { readonly account: string };
  };
}
type Sample = Omit<Evidence, 'sandbox'> & { readonly world: World };

const NO_DETAILS = { fee: 0n, memo: '', key: '', state: 'completed' } as const;

/** Books of every simulated network, without a transfer. */
function emptyBooks(): SandboxBooks {
  const empty = { ownAccounts: { payIn: null, payOut: '' }, transfers: [], balances: [] };
  return Object.fromEntries(NETWORK_LIST.map(([code]) => [code, empty])) as unknown as SandboxBooks;
}

function sandboxBooks({ bank, payOs, perfectMoney, tron, tronAccounts, ours }: World): SandboxBooks {
  const collected = bank.filter(({ payee }) => payee === ours.collection.account).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    ...emptyBooks(),
    bank: {
      ownAccounts: { payIn: ours.collection.account, payOut: ours.payOs.account },
      transfers: [
        ...bank.map(
          ({ reference, payer, payee, amount, memo }): BookedTransfer => ({
            ...NO_DETAILS,
            currency: 'vnd',
            id: reference,
            reference,
            from: payer,
            to: payee,
            amount: BigInt(amount),
            memo,
          }),
        ),
        ...payOs.map(
          ({ key, account, amount, state }): BookedTransfer => ({
            ...NO_DETAILS,
            currency: 'vnd',
            id: key,
            reference: key,
            from: ours.payOs.account,
            to: account,
            amount: BigInt(amount),
            key,
            state: state === 'SUCCEEDED' ? 'completed' : 'reversed',
          }),
        ),
      ],
      balances: [
        { account: ours.collection.account, unit: 'vnd', amount: collected },
        { account: ours.payOs.account, unit: 'vnd', amount: ours.payOs.balance },
      ],
    },
    'perfect-money': {
      ownAccounts: { payIn: ours.perfectMoney.account, payOut: ours.perfectMoney.account },
      transfers: perfectMoney.map(
        ({ batch, payer, payee, amount, fee, paymentId, memo }): BookedTransfer => ({
          ...NO_DETAILS,
          currency: payee === 'evoucher' ? 'e-voucher' : 'pm',
          id: String(batch),
          reference: String(batch),
          from: payer,
          to: payee,
          amount,
          fee,
          memo,
          key: paymentId,
        }),
      ),
      balances: [{ account: ours.perfectMoney.account, unit: 'pm', amount: ours.perfectMoney.balance }],
    },
    tron: {
      ownAccounts: { payIn: null, payOut: ours.tron.account },
      transfers: tron.map(
        ({ txid, logIndex, from, to, amount }): BookedTransfer => ({
          ...NO_DETAILS,
          currency: 'trc20',
          id: txid,
          reference: `${txid}:${logIndex}`,
          from,
          to,
          amount,
        }),
      ),
      balances: tronAccounts.flatMap(({ account, sun, usdt }) => [
        { account, unit: 'usdt-tron', amount: usdt },
        { account, unit: 'trx', amount: sun },
      ]),
    },
  };
}

function reconcile({ world, ...sample }: Sample): Difference[] {
  return reconcileBooks({ ...sample, sandbox: sandboxBooks(world) });
}

const ORDER: BookedOrder = {
  id: 'o1',
  ref: 'R1',
  kind: 'buy',
  from: 'vnd',
  to: 'pm',
  status: 'delivered',
  reason: null,
  destination: 'U3000001',
  amountSent: 130_000n,
  amountReceived: 500n,
  amountPaid: 130_000n,
  amountRefunded: 0n,
  holding: 0n,
  toBalance: false,
};
const ARRIVAL: WalletMovement = { batch: 1, payer: 'U1000001', payee: 'U3000001', amount: 500n, fee: 3n, paymentId: 'R1-1-1', memo: 'R1' };
const TRANSFER = { reference: 'FT1', payer: '9', payee: '0011', amount: 130_000, memo: 'R1' };
const PAYMENT: BookedPayment = {
  id: 'm1',
  network: 'bank',
  account: '0011',
  reference: 'FT1',
  unit: 'vnd',
  amount: 130_000n,
  state: 'matched',
  orderId: 'o1',
  customerId: null,
  caseCode: null,
};
const PAYOUT: BookedPayout = {
  id: 'p1',
  orderId: 'o1',
  obligationKind: 'order',
  obligationId: 'order-1',
  part: 1,
  parts: 1,
  network: 'perfect-money',
  reserve: 'pm',
  amount: 500n,
  fee: 0n,
  destination: 'U3000001',
  toBalanceOf: null,
  madeBy: 'system',
  state: 'settled',
  attempts: ['done'],
};
const HOT = 'THot';
const DEPOSIT = 'TDeposit';

/** One order, paid for and delivered. */
const GOOD: Sample = {
  world: {
    bank: [TRANSFER],
    payOs: [],
    perfectMoney: [ARRIVAL],
    tron: [],
    tronAccounts: [],
    ours: {
      collection: { account: '0011' },
      perfectMoney: { account: 'U1000001', balance: 9_497n },
      payOs: { account: '0012', balance: 1_000_000n },
      tron: { account: HOT },
    },
  },
  books: {
    orders: [ORDER],
    payments: [PAYMENT],
    payouts: [PAYOUT],
    withdrawals: [],
    customerBalances: [],
    referrals: [],
    depositAddresses: [DEPOSIT],
    voucherPayees: new Map(),
    sweepsInProgress: 0,
    failedWebhooks: [],
    balances: { 'rail:vnd-collection': 130_000n, 'rail:vnd': 1_000_000n, 'rail:pm': 9_400n, 'held:pm': 97n },
    ledgerDifferences: [],
  },
  acknowledged: [{ ref: 'R1', destination: 'U3000001', arrives: 500n }],
};

const withWorld = (world: Partial<World>): Sample => ({ ...GOOD, world: { ...GOOD.world, ...world } });
const withBooks = (books: Partial<Sample['books']>): Sample => ({ ...GOOD, books: { ...GOOD.books, ...books } });
const withOrder = (order: Partial<BookedOrder>): Sample => withBooks({ orders: [{ ...ORDER, ...order }] });
const withPayouts = (...payouts: Partial<BookedPayout>[]): Sample => withBooks({ payouts: payouts.map((payout) => ({ ...PAYOUT, ...payout })) });
const withBalance = (account: string, balance: bigint): Sample => withBooks({ balances: { ...GOOD.books.balances, [account]: balance } });
const kindsOf = (evidence: Sample): DifferenceKind[] => [...new Set(reconcile(evidence).map(({ kind }) => kind))];

/** The order's money went back instead: 130 000 dong, of which 1 000 were kept. */
const BACK: PayOsMovement = { key: 'R1-2-1', account: '77', amount: 129_000, state: 'SUCCEEDED' };
const REFUND: Partial<BookedPayout> = { obligationKind: 'refund', network: 'bank', reserve: 'vnd', amount: 129_000n, fee: 1_000n, destination: '77' };
const REFUNDED: Sample = {
  ...GOOD,
  world: {
    ...GOOD.world,
    perfectMoney: [],
    payOs: [BACK],
    ours: { ...GOOD.world.ours, perfectMoney: { account: 'U1000001', balance: 9_497n }, payOs: { account: '0012', balance: 1_000_000n } },
  },
  books: {
    ...GOOD.books,
    orders: [{ ...ORDER, status: 'cancelled', reason: 'refunded', amountRefunded: 130_000n }],
    payouts: [{ ...PAYOUT, ...REFUND }],
  },
};
const withBack = (...payOs: PayOsMovement[]): Sample => ({ ...REFUNDED, world: { ...REFUNDED.world, payOs } });
/** The bank returned it, so that it is owed again. */
const RETURNED: Sample = {
  ...withBack({ ...BACK, state: 'REVERSED' }),
  books: {
    ...REFUNDED.books,
    payouts: [{ ...PAYOUT, ...REFUND, state: 'failed', attempts: ['refused'] }],
    balances: { ...REFUNDED.books.balances, 'refund:vnd': -130_000n },
  },
};
const withRefundedOrder = (order: Partial<BookedOrder>): Sample => ({
  ...REFUNDED,
  books: { ...REFUNDED.books, orders: REFUNDED.books.orders.map((one) => ({ ...one, ...order })) },
});

/** A deposit and a payout on a chain, and a sweep between our own addresses. */
const token = (txid: string, from: string, to: string, amount: bigint): TokenMovement => ({ txid, logIndex: 0, from, to, amount });
const ON_CHAIN: Sample = {
  ...GOOD,
  world: {
    ...GOOD.world,
    bank: [],
    perfectMoney: [],
    tron: [token('in', 'TCustomer', DEPOSIT, 60n), token('sweep', DEPOSIT, HOT, 50n), token('out', HOT, 'TThere', 20n)],
    tronAccounts: [
      { account: HOT, sun: 90n, usdt: 130n },
      { account: DEPOSIT, sun: 5n, usdt: 10n },
      { account: 'TCustomer', sun: 7n, usdt: 7n },
    ],
  },
  books: {
    ...GOOD.books,
    orders: [{ ...ORDER, kind: 'ex', from: 'trc20', destination: 'TThere', amountSent: 60n, amountPaid: 60n, amountReceived: 20n }],
    payments: [{ ...PAYMENT, network: 'tron', account: DEPOSIT, reference: 'in:0', unit: 'usdt-tron', amount: 60n }],
    payouts: [{ ...PAYOUT, network: 'tron', reserve: 'usdt-tron', amount: 20n, destination: 'TThere' }],
    balances: {
      ...GOOD.books.balances,
      'rail:vnd-collection': 0n,
      'rail:usdt-tron': 130n,
      'rail:usdt-tron-deposits': 10n,
      'gas:trx': 95n,
    },
  },
  acknowledged: [],
};

/** The order is paid with a voucher, which the sandbox's books keep under one account for all orders. */
const VOUCHER: Sample = {
  ...withWorld({ perfectMoney: [{ ...ARRIVAL, payee: 'evoucher', paymentId: '' }] }),
  books: {
    ...GOOD.books,
    orders: [{ ...ORDER, to: 'e-voucher', destination: 'evoucher for R1' }],
    payouts: [{ ...PAYOUT, destination: 'evoucher' }],
    voucherPayees: new Map([['1', 'evoucher for R1']]),
  },
  acknowledged: [{ ref: 'R1', destination: 'evoucher', arrives: 500n }],
};
const withVouchers = (...batches: number[]): Sample => ({
  ...VOUCHER,
  world: { ...VOUCHER.world, perfectMoney: batches.map((batch) => ({ ...ARRIVAL, payee: 'evoucher', paymentId: '', batch })) },
});

/** The order was paid out to its customer's balance. */
const CREDITED: Sample = {
  ...withWorld({ perfectMoney: [] }),
  books: {
    ...GOOD.books,
    orders: [{ ...ORDER, destination: 'J36N8C77', toBalance: true }],
    payouts: [{ ...PAYOUT, destination: 'J36N8C77', toBalanceOf: 'J36N8C77', attempts: [] }],
  },
  acknowledged: [],
};
const WITHDRAWAL: BookedPayout = {
  ...PAYOUT,
  ...{
    id: 'p2',
    orderId: null,
    obligationKind: 'withdrawal',
    obligationId: 'w1',
    network: 'bank',
    reserve: 'vnd',
    amount: 129_000n,
    destination: '77',
  },
};
const withWithdrawn = (...payOs: PayOsMovement[]): Sample => ({ ...withWorld({ payOs }), books: { ...GOOD.books, payouts: [PAYOUT, WITHDRAWAL] } });

/** A customer has deposited 130 000 dong, and withdrawn 30 000 of them. */
const MEMO = 'DEPCVJ36N8C77';
const LINE = { n: 1, kind: 'deposit', amount: 130_000n, balance: 130_000n } as const;
const BALANCE: BookedBalance = {
  customerId: 'J36N8C77',
  unit: 'vnd',
  balance: 100_000n,
  lines: [LINE, { n: 2, kind: 'withdrawal', amount: -30_000n, balance: 100_000n }],
};
const TAKEN: BookedWithdrawal = { id: 'w1', ref: 'W1', state: 'done', amount: 30_000n, taken: 30_000n };
const withBalances = (customerBalances: readonly BookedBalance[], withdrawals: readonly BookedWithdrawal[] = [TAKEN]): Sample => ({
  ...withWorld({ bank: [{ ...TRANSFER, memo: MEMO }], perfectMoney: [] }),
  books: { ...GOOD.books, orders: [], payouts: [], payments: [{ ...PAYMENT, orderId: null, customerId: 'J36N8C77' }], customerBalances, withdrawals },
  acknowledged: [],
});

/** A sponsor's credit for the order. */
const REFERRAL: BookedReferral = { id: ORDER.id, sponsorId: 'J36N8C77', state: 'credited', amount: 700n, returned: 0n, booked: 700n };
const withReferral = (set: Partial<BookedReferral>): Sample => withBooks({ referrals: [{ ...REFERRAL, ...set }] });

describe('reconcile', () => {
  test('finds nothing where all is well', () => {
    expect(reconcile(GOOD)).toEqual([]);
    expect(reconcile(REFUNDED)).toEqual([]);
    expect(reconcile(RETURNED)).toEqual([]);
    expect(reconcile(ON_CHAIN)).toEqual([]);
    expect(reconcile(VOUCHER)).toEqual([]);
    expect(reconcile(CREDITED)).toEqual([]);
    expect(reconcile(withWithdrawn(BACK))).toEqual([]);
    expect(reconcile(withBalances([BALANCE]))).toEqual([]);
    expect(reconcile(withReferral({}))).toEqual([]);
    expect(reconcile(withReferral({ state: 'none', amount: 0n, booked: 0n }))).toEqual([]);
    const back = { ...REFERRAL, state: 'taken-back', returned: 500n, booked: 200n } as const;
    expect(reconcile({ ...REFUNDED, books: { ...REFUNDED.books, referrals: [back] } })).toEqual([]);
  });

  test('takes a payment without a reference for one that has another’s, but counts them', () => {
    const bank = [TRANSFER, { ...TRANSFER, reference: '' }];
    const named = { ...PAYMENT, reference: TRANSFER.reference };
    const paymentKinds = (payments: BookedPayment[]) =>
      kindsOf({ ...withBooks({ payments }), world: withWorld({ bank }).world }).filter((kind) => kind.startsWith('payment-'));
    expect(paymentKinds([named, named])).toEqual([]);
    expect(paymentKinds([named])).toEqual(['payment-missing']);
    expect(paymentKinds([named, named, named])).toEqual(['payment-duplicated']);
  });

  test.each<[string, DifferenceKind, Sample]>([
    ['two arrivals', 'paid-twice', withWorld({ perfectMoney: [ARRIVAL, { ...ARRIVAL, batch: 2 }] })],
    ['a cent too little', 'wrong-amount', withWorld({ perfectMoney: [{ ...ARRIVAL, amount: 499n }] })],
    ['delivered without an arrival', 'not-paid', withWorld({ perfectMoney: [] })],
    ['a payout that the bank took back', 'not-paid', { ...withOrder({ destination: '77' }), world: withBack({ ...BACK, state: 'REVERSED' }).world }],
    ['an arrival for an unpaid order', 'unexpected-payout', withOrder({ status: 'cancelled' })],
    ['an arrival for one that waits for a decision', 'unexpected-payout', withOrder({ status: 'verifying_transaction', reason: 'underpaid' })],
    ['an arrival at a wallet of no order', 'unknown-payee', withWorld({ perfectMoney: [ARRIVAL, { ...ARRIVAL, payee: 'U9999999' }] })],
    ['a voucher that no attempt made', 'unknown-payee', withVouchers(1, 2)],
    ['an order without its voucher', 'not-paid', withVouchers()],
    ['another order’s voucher', 'not-paid', withVouchers(2)],
    [
      'two vouchers for an order',
      'paid-twice',
      { ...withVouchers(1, 2), books: { ...VOUCHER.books, voucherPayees: new Map(['1', '2'].map((id) => [id, 'evoucher for R1'])) } },
    ],
    [
      'an arrival of what went to a balance',
      'paid-twice',
      { ...CREDITED, world: withWorld({ perfectMoney: [{ ...ARRIVAL, payee: 'J36N8C77' }] }).world },
    ],
    ['a withdrawal that arrived twice', 'refunded-twice', withWithdrawn(BACK, BACK)],
    ['a withdrawal that did not arrive', 'refund-missing', withWithdrawn()],
    ['a sponsor’s credit that is not in the ledger', 'referral-differs', withReferral({ booked: 0n })],
    ['a sponsor who was credited twice', 'referral-differs', withReferral({ booked: 1_400n })],
    [
      'a sponsor’s credit that was taken back while the order is delivered',
      'referral-differs',
      withReferral({ state: 'taken-back', returned: 700n, booked: 0n }),
    ],
    ['a sponsor’s credit of an order that is refunded', 'referral-differs', { ...REFUNDED, books: { ...REFUNDED.books, referrals: [REFERRAL] } }],
    ['a sponsor’s credit that nobody looks at', 'referral-differs', withReferral({ state: 'due', amount: 0n, booked: 0n })],
    ['a refund that arrived twice', 'refunded-twice', withBack(BACK, BACK)],
    ['a refund of another amount', 'refund-missing', withBack({ ...BACK, amount: 1 })],
    ['a refund that did not arrive', 'refund-missing', withBack()],
    ['a refund that was never made', 'order-balance', { ...withBack(), books: { ...REFUNDED.books, payouts: [] } }],
    ['more to go back than went', 'order-balance', withRefundedOrder({ amountRefunded: 129_999n })],
    ['a price that nobody paid', 'order-balance', withOrder({ amountPaid: 129_999n })],
    ['an acknowledged order that is gone', 'order-missing', withBooks({ orders: [] })],
    ['an acknowledged order with another sum', 'order-missing', withOrder({ amountReceived: 499n })],
    ['two orders of one request', 'order-duplicated', withBooks({ orders: [ORDER, { ...ORDER, id: 'o2', ref: 'R2', status: 'pending' }] })],
    ['an order that stopped half-way', 'order-stuck', withOrder({ status: 'delivering' })],
    ['an order that is paid for and does not know', 'order-stuck', withOrder({ status: 'pending' })],
    ['an order that waits for nothing', 'order-stuck', withOrder({ status: 'verifying_transaction' })],
    ['a refund that nobody makes', 'order-stuck', withRefundedOrder({ status: 'verifying_transaction', reason: 'refunding' })],
    ['money held for a finished order', 'hold-leaked', withOrder({ holding: 1n })],
    ['a payment that is not in the journal', 'payment-missing', withBooks({ payments: [] })],
    ['a payment of another amount', 'payment-missing', withBooks({ payments: [{ ...PAYMENT, amount: 1n }] })],
    ['one of two payments that look alike', 'payment-missing', withWorld({ bank: [TRANSFER, TRANSFER] })],
    ['a payment twice in the journal', 'payment-duplicated', withBooks({ payments: [PAYMENT, PAYMENT] })],
    ['a payment that nobody made', 'payment-unbacked', withWorld({ bank: [] })],
    ['a payment that nobody looks at', 'payment-unassigned', withBooks({ payments: [{ ...PAYMENT, state: 'unmatched' }] })],
    ['a payout that is not settled', 'payout-state', withPayouts({ state: 'attempting', attempts: ['sent'] })],
    ['two payouts', 'payout-state', withPayouts({}, { id: 'p2', state: 'queued', attempts: [] })],
    ['a part that is missing', 'payout-state', withPayouts({ parts: 2 })],
    ['a wallet that spent more', 'balance-differs', withBalance('rail:pm', 9_500n)],
    ['a ledger that collected more', 'balance-differs', withBalance('rail:vnd-collection', 130_001n)],
    ['a payout account that spent more', 'balance-differs', withBalance('rail:vnd', 1_000_001n)],
    ['a fee that is not booked', 'balance-differs', withBalance('gas:trx', 1n)],
    ['a sweep that is not booked', 'balance-differs', withBalance('rail:usdt-tron-deposits', 60n)],
    ['a debt that the ledger forgot', 'ledger', { ...RETURNED, books: { ...RETURNED.books, balances: REFUNDED.books.balances } }],
    ['a balance that its statement does not explain', 'customer-balance', withBalances([{ ...BALANCE, balance: 99_999n }])],
    [
      'a statement that counts on from elsewhere',
      'customer-balance',
      withBalances([{ ...BALANCE, lines: [LINE, { ...LINE, n: 2, amount: 1n, balance: 100_000n }] }]),
    ],
    ['a line twice', 'customer-balance', withBalances([{ ...BALANCE, lines: [...BALANCE.lines, { ...LINE, amount: 0n, balance: 100_000n }] }])],
    [
      'a balance that was overdrawn for a moment',
      'customer-balance',
      withBalances([
        {
          ...BALANCE,
          lines: [
            { n: 1, kind: 'withdrawal', amount: -30_000n, balance: -30_000n },
            { ...LINE, n: 2, balance: 100_000n },
          ],
        },
      ]),
    ],
    [
      'a deposit that was credited twice',
      'customer-balance',
      withBalances([{ ...BALANCE, balance: 230_000n, lines: [...BALANCE.lines, { ...LINE, n: 3, balance: 230_000n }] }]),
    ],
    ['a deposit that nobody credited', 'customer-balance', withBalances([])],
    ['a deposit of another customer', 'customer-balance', withBalances([{ ...BALANCE, customerId: 'J36N8C78' }])],
    ['a withdrawal that took nothing', 'withdrawal-balance', withBalances([BALANCE], [{ ...TAKEN, taken: 0n }])],
    ['a withdrawal that failed and was not given back', 'withdrawal-balance', withBalances([BALANCE], [{ ...TAKEN, state: 'failed' }])],
    ['a ledger out of order', 'ledger', withBooks({ ledgerDifferences: ['entries of pm sum to 1'] })],
  ])('%s', (_, wrong, evidence) => {
    expect(kindsOf(evidence)).toContain(wrong);
  });

  test.each<[string, bigint, readonly DifferenceKind[]]>([
    ['what a fee and a rest are rounded by', 2n, []],
    ['more than that', 3n, ['balance-differs']],
  ])('of a coin whose price of gas is in wei, %s', (_, missing, kinds) => {
    const { books, world } = GOOD;
    const [payOut, payee] = ['0x8559A4270Db933caC30830f2be9D099fD477A51D', '0xc0ffee254729296a45a3885639AC7E10F9d54979'];
    const sent = { ...NO_DETAILS, currency: 'bep20', id: '0x1', reference: '0x1:0', from: payOut, to: payee, amount: 0n } as const;
    const bsc = { ownAccounts: { payIn: null, payOut }, transfers: [sent], balances: [{ account: payOut, unit: 'bnb', amount: 1_000n }] };
    const sandbox = { ...sandboxBooks(world), bsc };
    const withCoins = { ...books, balances: { ...books.balances, 'gas:bnb': 1_000n + missing } };
    const found = reconcileBooks({ ...GOOD, books: withCoins, sandbox }).filter(({ detail }) => detail.includes('bnb'));
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('leaves to a person what a person has to decide, paid or not', () => {
    const inError = withOrder({ status: 'error', reason: 'payout_unknown' });
    const payouts = [{ ...PAYOUT, state: 'failed', attempts: ['absent'] } as const];
    const balances = { ...GOOD.books.balances, 'rail:pm': 9_500n, 'held:pm': 500n };
    expect(reconcile({ ...inError, books: { ...inError.books, payouts, balances } })).toEqual([]);
    const ours = { ...GOOD.world.ours, perfectMoney: { account: 'U1000001', balance: 10_000n } };
    expect(reconcile({ ...inError, books: { ...inError.books, payouts, balances }, world: { ...GOOD.world, ours, perfectMoney: [] } })).toEqual([]);
  });

  test('takes all accounts that dong are paid out from for one, and finds what two of them paid twice', () => {
    const of = (moved: bigint, twice: boolean): Difference[] => {
      const { bank, ...others } = sandboxBooks(REFUNDED.world);
      const wallet = { account: 'WALLET', unit: 'vnd', amount: moved };
      const balances = bank.balances.map((one) => (one.account === '0012' ? { ...one, amount: one.amount - 400_000n } : one));
      const again = bank.transfers.filter(({ key }) => key === BACK.key).map((one) => ({ ...one, id: 'AP1', reference: 'AP1', from: 'WALLET' }));
      const ownAccounts = { ...bank.ownAccounts, otherPayOuts: ['WALLET'] };
      const books = { ownAccounts, balances: [...balances, wallet], transfers: [...bank.transfers, ...(twice ? again : [])] };
      return reconcileBooks({ ...REFUNDED, sandbox: { ...others, bank: books } });
    };
    expect(of(400_000n, false)).toEqual([]);
    expect(of(399_999n, false).map(({ kind }) => kind)).toEqual(['balance-differs']);
    expect(of(400_000n, true).map(({ kind }) => kind)).toContain('refunded-twice');
  });

  test('counts the parts of a split payout', () => {
    const parts = withPayouts({ part: 1, parts: 2 }, { id: 'p2', part: 2, parts: 2 });
    const halves = [
      { ...ARRIVAL, amount: 200n },
      { ...ARRIVAL, batch: 2, amount: 300n },
    ];
    expect(reconcile({ ...parts, world: { ...GOOD.world, perfectMoney: halves } })).toEqual([]);
    expect(kindsOf({ ...parts, world: { ...GOOD.world, perfectMoney: [...halves, ARRIVAL] } })).toContain('paid-twice');
  });

  test('asks for no arrival of what a person paid, and for the rest of it all the same', () => {
    const hand = { id: 'p3', destination: '', madeBy: 'operator' as const, attempts: [] };
    const whole = withPayouts({ state: 'failed', attempts: ['refused'] }, hand);
    expect(reconcile(whole)).toEqual([]);
    const ours = { ...GOOD.world.ours, perfectMoney: { account: 'U1000001', balance: 9_497n } };
    expect(reconcile({ ...whole, world: { ...GOOD.world, ours, perfectMoney: [] } })).toEqual([]);
    const part = { ...withPayouts({ part: 1, parts: 2 }, { ...hand, part: 2, parts: 2 }), world: { ...GOOD.world, perfectMoney: [] } };
    const half = { ...ARRIVAL, amount: 200n };
    expect(reconcile({ ...part, world: { ...GOOD.world, perfectMoney: [half] } })).toEqual([]);
    expect(kindsOf({ ...part, world: { ...GOOD.world, perfectMoney: [{ ...half, amount: 500n }] } })).toEqual(['wrong-amount']);
    expect(kindsOf(part)).toEqual(['not-paid']);
  });
});
