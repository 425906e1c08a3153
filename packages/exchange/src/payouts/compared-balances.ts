import {
  type Books,
  readCollectedBooks,
  readDepositBooks,
  readFeeCoinBooks,
  readFeeCoins,
  readReserveBooks,
} from '@quydoi/database/repositories/balance-checks';
import { readStrandedDeposits } from '@quydoi/database/repositories/stranded-deposits';
import { readFundsLeft } from '@quydoi/database/repositories/sweeps';
import { readUnsweptAddresses } from '@quydoi/database/repositories/unswept-deposits';
import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, type ReserveCode } from '@quydoi/domain/currencies';
import { type LedgerUnit, receivingAccountOf } from '@quydoi/domain/ledger/accounts';
import { BALANCES, type BalanceCode, COMPARED_CODES, type OwnBalance } from '@quydoi/domain/ledger/balances';
import { type FeeUnit, NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { type BalanceCheck, isZeroTold } from '@quydoi/domain/operations/balance-check';
import { ownFeeCurrencies } from '@quydoi/domain/transfer/sweep';
import type { CollectedBalances } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import type { DepositSweeps } from '@quydoi/rails/sweeps';
import { describeRailError } from '../describe-rail-error.ts';
import { readOwnBankAccounts } from '../market/own-bank-accounts.ts';
import { callProvider } from './call-provider.ts';
import { onPayoutTrouble } from './payout-trouble.ts';
import { type Provider, providersOf } from './providers.ts';
import type { SignerCtx } from './signer.ts';

/** Deposit addresses whose balance one check reads from the chain: those with the most unswept money. The journal is believed for the others. */
const ADDRESSES_ASKED = 8;
/** The same for addresses of our other networks, from which operators move money by hand: the journal does not know all of these transfers. */
const STRANDED_ASKED = 32;
/** Factor on the present price of a transfer, for transfers on their way: prices rise. */
const FEE_MARGIN = 2n;

/** How a balance is compared with the ledger. */
export interface BalanceSource {
  readonly code: BalanceCode;
  /** Whether the payout providers report the balance. While one of them is known to be unreachable, the balance is not read. */
  readonly isByPayouts: boolean;
  /** Whether customers' payments arrive in this balance. They may be found late, and explain a difference. */
  readonly receives: boolean;
  /** Reads the balance at the provider; undefined when the provider does not report it. @param previous the check before this one @throws RailError */
  readTold(previous: BalanceCheck | null): Promise<bigint | undefined>;
  readBooks(): Promise<Books>;
  /** Largest difference that is ignored, in minor units. */
  readTolerance(): Promise<bigint>;
}

/** The balances of a network that this process can compare with the ledger. */
export function balanceSources(ctx: SignerCtx, network: NetworkCode): BalanceSource[] {
  const { payouts, sweeps, collected } = ctx.rails.get(network) ?? {};
  return COMPARED_CODES.flatMap((code): BalanceSource[] => {
    const balance = BALANCES[code];
    if (balance.network !== network) return [];
    if (balance.kind === 'reserve') return payouts ? [reserveSource(ctx, code as ReserveCode, balance)] : [];
    if (balance.kind === 'fee-coin') return payouts ? [feeCoinSource(ctx, code, balance)] : [];
    if (collected) return [collectionSource(ctx, code, balance, collected)];
    return sweeps ? [depositSource(ctx, code, balance, sweeps)] : [];
  });
}

const none = async () => 0n;

/**
 * Sum of our wallets at the payout providers of a network, which are one reserve; undefined while one of them tells no balance.
 * @throws RailError when a network's only provider cannot tell it
 */
async function readPayingBalance(ctx: SignerCtx, network: NetworkCode, unit: LedgerUnit): Promise<bigint | undefined> {
  const providers = providersOf(ctx, network);
  const read = ({ key, payouts }: Provider) => callProvider(ctx, key, async () => (await payouts.balances(ctx.clock.now())).get(unit));
  const readOneOfSeveral = async (provider: Provider) => {
    try {
      return await read(provider);
    } catch (error) {
      if (!(error instanceof RailError)) throw error;
      await onPayoutTrouble(ctx, provider, error.trouble, 'balance of a payout provider not read', { reason: describeRailError(error) });
      return undefined;
    }
  };
  const balances = await Promise.all(providers.map(providers.length === 1 ? read : readOneOfSeveral));
  return balances.reduce<bigint | undefined>((sum, told) => (sum === undefined || told === undefined ? undefined : sum + told), 0n);
}

/** A reserve. A coin that pays fees as well lies in the same wallet: the ledger has it in two accounts, and the wallet tells their sum. */
function reserveSource(ctx: SignerCtx, code: ReserveCode, balance: OwnBalance): BalanceSource {
  const { network } = balance;
  const coin = NETWORKS[network].feeCoin?.unit === code ? feeCoinSource(ctx, code, { ...balance, account: `gas:${code as FeeUnit}` }) : null;
  return {
    code,
    isByPayouts: true,
    receives: receivingAccountOf(code) === `rail:${code}`,
    readTold: () => readPayingBalance(ctx, network, code),
    readBooks: async () => sumOf([await readReserveBooks(ctx.orm, code), ...(coin ? [await coin.readBooks()] : [])]),
    readTolerance: coin ? coin.readTolerance : none,
  };
}

function sumOf(books: readonly Books[]): Books {
  return books.reduce((sum, { total, leaving }) => ({ total: sum.total + total, leaving: sum.leaving + leaving }), { total: 0n, leaving: 0n });
}

/** Present cost of a transfer on a network, in its fee coin; zero while it is not known. */
async function readTransferFee(ctx: SignerCtx, network: NetworkCode): Promise<bigint> {
  return (await readFeeCoins(ctx.orm)).find((coin) => coin.network === network)?.perTransfer ?? 0n;
}

/** The hot wallet's fee coin. Differences below the cost of a transfer are ignored: strangers send dust. */
function feeCoinSource(ctx: SignerCtx, code: BalanceCode, { network, account, unit }: OwnBalance): BalanceSource {
  const readFee = () => readTransferFee(ctx, network);
  return {
    code,
    isByPayouts: true,
    receives: false,
    readTold: () => readPayingBalance(ctx, network, unit),
    readBooks: async () => readFeeCoinBooks(ctx.orm, account, network, (await readFee()) * FEE_MARGIN, ownFeeCurrencies(network)),
    readTolerance: readFee,
  };
}

/** Sum of all accounts that customers were ever told to pay into; undefined while the bank does not report one of them, such as a virtual account. */
function collectionSource(ctx: SignerCtx, code: BalanceCode, { account }: OwnBalance, readBalances: CollectedBalances): BalanceSource {
  return {
    code,
    isByPayouts: false,
    receives: true,
    async readTold(previous) {
      const balances = await readBalances(isZeroTold(previous));
      const accounts = await readOwnBankAccounts(ctx);
      let sum = 0n;
      for (const told of accounts) {
        const balance = balances.get(told);
        if (balance === undefined) return undefined;
        sum += balance;
      }
      return sum;
    },
    readBooks: () => readCollectedBooks(ctx.orm, account),
    readTolerance: none,
  };
}

/**
 * Deposits at leased addresses, including deposits that were sent to our addresses of other networks. The chain is asked about the addresses with the
 * most money; the journal is believed for the others. Where customers deposit the fee coin itself, coins that we sent to an address for fees are
 * subtracted, and a difference below the cost of a transfer for each address is ignored.
 */
function depositSource(ctx: SignerCtx, code: BalanceCode, { network, account, unit }: OwnBalance, sweeps: DepositSweeps): BalanceSource {
  const ownFee = ownFeeCurrencies(network);
  const currencies = CURRENCY_CODES.filter((currency) => CURRENCIES[currency].network === network && CURRENCIES[currency].reserve === unit);
  const readOf = async (currency: CurrencyCode) => {
    const addresses = await readUnsweptAddresses(ctx.orm, currency);
    const [asked, others] = [addresses.slice(0, ADDRESSES_ASKED), addresses.slice(ADDRESSES_ASKED)];
    const readDeposit = async (index: number) => {
      const balance = await callProvider(ctx, network, () => sweeps.balance(currency, index, ctx.clock.now()));
      return ownFee.includes(currency) ? balance - (await readFundsLeft(ctx.orm, network, index, ownFee)) : balance;
    };
    const balances = await Promise.all(asked.map(({ index }) => readDeposit(index)));
    return [...balances, ...others.map(({ left }) => left), ...(await readStranded(currency))].reduce((sum, amount) => sum + amount, 0n);
  };
  const readStranded = async (currency: CurrencyCode) => {
    const stranded = await readStrandedDeposits(ctx.orm, CURRENCIES[currency].reserve);
    return Promise.all(
      stranded.map(({ address, left }, place) =>
        sweeps.balanceAt && place < STRANDED_ASKED
          ? callProvider(ctx, network, async () => sweeps.balanceAt?.(currency, address, ctx.clock.now()) ?? left)
          : left,
      ),
    );
  };
  return {
    code,
    isByPayouts: true,
    receives: true,
    async readTold() {
      let sum = 0n;
      for (const currency of sweeps.terms.keys()) if (CURRENCIES[currency].reserve === unit) sum += await readOf(currency);
      return sum;
    },
    readBooks: () => readDepositBooks(ctx.orm, account, network, currencies),
    readTolerance: currencies.some((currency) => ownFee.includes(currency))
      ? async () => (await readTransferFee(ctx, network)) * BigInt(ADDRESSES_ASKED)
      : none,
  };
}
