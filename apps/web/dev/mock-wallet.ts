import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { PortsOf } from '@quydoi/contract/procedure';
import type { CoinTransactionView, DepositAddressView, StatementView, WithdrawalView, walletProcedures } from '@quydoi/contract/wallet';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { WALLET_CURRENCIES } from '@quydoi/domain/wallet/wallet';
import { refuseWrongCode, SAFE_ID } from './mock-security.ts';

const CALL_MS = 300;
const MIN = 100_000n;
const MAX = 499_999_999n;

const ADDRESSES = { eth: '0x52908400098527886E0F7030069857D2E4169EE7', btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' } as const;

type Line = StatementView['items'][number];

/** Credits of a sponsor: one that the balance paid back, one that it paid in part, and more than a page of others. */
const CREDITS = [
  { order: '•••7M2K', amount: 2_595n, returned: 2_595n, owed: 0n },
  { order: '•••WX4D', amount: 5_190n, returned: 3_990n, owed: 1_200n },
  ...Array.from({ length: 9 }, (_, index) => ({ order: `•••A${index + 2}9R`, amount: 5_213n - 130n * BigInt(index), returned: 0n, owed: 0n })),
];

/** Half an ETH. */
const COINS = 5n * 10n ** BigInt(CURRENCIES.eth.scale - 1);

/** Wallets of the mock's customers, who each begin with some dong, and the one with a second factor with some ETH. Withdrawals of 300 000 đ fail, all others are done after a moment. */
export function mockWallet(): PortsOf<{ wallet: typeof walletProcedures }>['wallet'] {
  const wallets = new Map<string, { readonly lines: Line[]; readonly withdrawals: WithdrawalView[] }>();
  const idOf = ({ principal }: Caller) => (principal.kind === 'customer' ? principal.customerId : '');
  const walletOf = (caller: Caller) => {
    const known = wallets.get(idOf(caller)) ?? { lines: firstLines(), withdrawals: [] };
    wallets.set(idOf(caller), known);
    return known;
  };
  return {
    get: async (caller) => ({
      balances: WALLET_CURRENCIES.map((currency) => ({
        currency,
        balance: currency === 'vnd' ? (walletOf(caller).lines[0]?.balance ?? 0n) : currency === 'eth' && idOf(caller) === SAFE_ID ? COINS : 0n,
        withdrawal: currency === 'vnd' ? { min: MIN, max: MAX, fee: 0n } : null,
      })),
      deposit: {
        account: '0011004567890',
        accountName: 'CONG TY QUY DOI',
        bankCode: 'vcb',
        bankName: 'Vietcombank',
        branch: '',
        memo: depositMemoOf(idOf(caller)),
        qr: `00020101021138540010A00000072701240006970436011000110045670208QRIBFTTA53037045802VN62${depositMemoOf(idOf(caller))}6304ABCD`,
      },
      addresses: [mockAddress('btc', null), mockAddress('eth', ADDRESSES.eth)],
    }),
    depositAddress: async (_, { currency }) => mockAddress(currency, ADDRESSES[currency]),
    statement: async (caller, { currency, offset, limit }) => {
      const lines = currency === 'vnd' ? walletOf(caller).lines : [];
      return { items: lines.slice(offset, offset + limit), total: lines.length, offset, limit };
    },
    coinTransactions: async (_, { offset, limit }) => ({ items: [confirmingDeposit()].slice(offset, offset + limit), offset, limit }),
    referrals: async (_caller, { offset, limit }) => {
      const items = CREDITS.map((credit, index) => ({ ...credit, at: new Date(Date.now() - (index + 1) * 5 * HOUR_MS) }));
      const shown = items.slice(offset, offset + limit);
      return { percent: '20', customers: 7, earned: 43_437n, owed: 1_200n, items: shown, total: items.length, offset, limit };
    },
    withdrawals: async (caller, { offset, limit }) => ({ items: walletOf(caller).withdrawals.slice(offset, offset + limit), offset, limit }),
    withdraw: async (caller, { currency, amount: typed, account, bank = null, code }) => {
      await sleep(CALL_MS);
      const { lines, withdrawals } = walletOf(caller);
      const amount = parseDecimal(typed, 0) ?? 0n;
      const limit = (n: bigint) => ({ n: formatDecimal(n, 0), code: currency });
      if (amount < MIN) throw new AppError('QUANTITY_TOO_SMALL', limit(MIN));
      const balance = lines[0]?.balance ?? 0n;
      if (amount > balance) throw new AppError('BALANCE_SHORT', limit(balance));
      refuseWrongCode(code);
      const withdrawal: WithdrawalView = {
        ref: 'W7KQ2M9XR4',
        currency,
        amount,
        fee: 0n,
        destination: account,
        destinationBank: bank,
        destinationName: 'NGUYEN VAN A',
        state: amount === 300_000n ? 'failed' : 'done',
        reason: null,
        reference: null,
        explorerUrl: null,
        createdAt: new Date(),
        finalAt: new Date(),
      };
      withdrawals.unshift(withdrawal);
      const line = { at: new Date(), orderRef: null, withdrawalRef: withdrawal.ref, paymentReference: null };
      lines.unshift({ ...line, n: lines.length + 1, kind: 'withdrawal', amount: -amount, balance: balance - amount });
      if (withdrawal.state === 'failed') lines.unshift({ ...line, n: lines.length + 1, kind: 'withdrawal-return', amount, balance });
      return withdrawal;
    },
  };
}

/** A deposit, an order that was paid from it, one that was paid into it, and a sponsor's credit that was taken back. */
function firstLines(): Line[] {
  const nowMs = Date.now();
  const line = (n: number, kind: Line['kind'], amount: bigint, balance: bigint, orderRef: string | null): Line => ({
    n,
    kind,
    at: new Date(nowMs - (6 - n) * HOUR_MS),
    amount,
    balance,
    orderRef,
    withdrawalRef: null,
    paymentReference: orderRef === null ? 'FT26123456789' : null,
  });
  const credited = 7_535_000n - 2_607_975n;
  return [
    line(5, 'referral-return', -2_595n, credited, '•••7M2K'),
    line(4, 'referral', 2_595n, credited + 2_595n, '•••7M2K'),
    line(3, 'payout', 2_535_000n, 7_535_000n - 2_607_975n, 'DELIVEREDX'),
    line(2, 'charge', -2_607_975n, 5_000_000n - 2_607_975n, 'PENDINGXXX'),
    line(1, 'deposit', 5_000_000n, 5_000_000n, null),
  ];
}

/** ETH that its network has not confirmed enough. */
function confirmingDeposit(): CoinTransactionView {
  return {
    id: 'deposit 1',
    kind: 'deposit',
    currency: 'eth',
    amount: 25_000_000n,
    fee: 0n,
    hash: `0x${'5c'.repeat(32)}`,
    from: null,
    to: ADDRESSES.eth,
    state: 'confirming',
    version: 1,
    at: new Date(Date.now() - HOUR_MS / 12),
  };
}

function mockAddress(currency: keyof typeof ADDRESSES, address: string | null): DepositAddressView {
  return { currency, address, qr: address, min: 1_000n };
}
