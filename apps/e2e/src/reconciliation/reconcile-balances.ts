import { CURRENCIES, CURRENCY_CODES } from '@quydoi/domain/currencies';
import { COLLECTION_ACCOUNTS } from '@quydoi/domain/ledger/accounts';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import type { NetworkBooks } from '../system/sandbox-client.ts';
import type { Difference, Evidence } from './difference.ts';
import type { ExchangeBooks } from './exchange-books.ts';
import { isSentBack } from './reconcile-refunds.ts';
import { type OutgoingTransfer, ownAccountsOf, payingAccountsOf } from './transfers.ts';

/** Compares balances at the providers with the ledger. The payout of an order in error is not in the ledger before an operator recorded it. */
export function reconcileBalances({ sandbox, books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  return [
    ...books.ledgerDifferences.map((detail): Difference => ({ kind: 'ledger', detail })),
    ...(Object.entries(sandbox) as [NetworkCode, NetworkBooks][]).flatMap(([network, networkBooks]) =>
      reconcileNetwork(network, networkBooks, books, transfers),
    ),
  ];
}

/**
 * Money to pay out lies in `rail:` and `held:` of its reserve, whichever of our accounts has it, fee coins in `gas:`. Money paid in lies in the reserve's collection account, if it
 * has one, else with the money to pay out.
 */
function reconcileNetwork(network: NetworkCode, networkBooks: NetworkBooks, books: ExchangeBooks, transfers: readonly OutgoingTransfer[]) {
  const { ownAccounts, balances } = networkBooks;
  const paysIn = new Set(ownAccounts.payIn === null ? books.depositAddresses : [ownAccounts.payIn, ...(ownAccounts.otherPayIns ?? [])]);
  const units = ledgerUnitsOf(network);
  const sumOf = (unit: string, isWanted: (account: string) => boolean) =>
    balances.filter((one) => one.unit === unit && isWanted(one.account)).reduce((sum, { amount }) => sum + amount, 0n);
  const paying = payingAccountsOf(ownAccounts);
  const isPayOut = (account: string) => paying.has(account);
  return units.flatMap((unit) => {
    const collection = Object.entries(COLLECTION_ACCOUNTS).find(([, reserve]) => reserve === unit)?.[0];
    const spendable = [`rail:${unit}`, `held:${unit}`, `gas:${unit}`];
    const unrecorded = unrecordedPayouts(books, transfers, unit);
    const forged = forgedPayments(books, unit);
    // Fee coins at deposit addresses pay for sweeps.
    if (collection === undefined || unit === NETWORKS[network].feeCoin?.unit) {
      const outside = sumOf(unit, (account) => isPayOut(account) || paysIn.has(account)) + unrecorded - forged;
      const inside = [...spendable, ...(collection === undefined ? [] : [collection])];
      return compareBalance(`${network} ${unit}`, outside, inside, books, roundingMax(network, unit, networkBooks, books));
    }
    return [
      ...compareBalance(`${network} ${unit} to pay out`, sumOf(unit, isPayOut) + unrecorded, spendable, books),
      ...compareBalance(`${network} ${unit} paid in`, sumOf(unit, (account) => paysIn.has(account)) - forged, [collection], books),
    ];
  });
}

/** The ledger's units of a network: the reserves of its currencies, and the coin that pays its fees. */
function ledgerUnitsOf(network: NetworkCode): readonly string[] {
  const reserves = CURRENCY_CODES.filter((code) => CURRENCIES[code].network === network).map((code) => CURRENCIES[code].reserve);
  const { feeCoin } = NETWORKS[network];
  return [...new Set<string>([...reserves, ...(feeCoin ? [feeCoin.unit] : [])])];
}

/** Chains whose gas has a price in wei charge fractions of the ledger's units: of each transfer, and of what each account has left. */
function roundingMax(network: NetworkCode, unit: string, networkBooks: NetworkBooks, { depositAddresses }: ExchangeBooks): bigint {
  if (NETWORKS[network].chainId === undefined) return 0n;
  const own = ownAccountsOf(networkBooks, { depositAddresses });
  const fees = networkBooks.transfers.filter(({ from }) => own.has(from));
  const rests = networkBooks.balances.filter(({ account, unit: of, amount }) => of === unit && amount > 0n && own.has(account));
  return BigInt(fees.length + rests.length);
}

function compareBalance(name: string, outside: bigint, accounts: readonly string[], { balances }: ExchangeBooks, differenceMax = 0n): Difference[] {
  const inside = accounts.reduce((sum, account) => sum + (balances[account] ?? 0n), 0n);
  const difference = inside > outside ? inside - outside : outside - inside;
  return difference <= differenceMax
    ? []
    : [{ kind: 'balance-differs', detail: `${name}: ${outside} outside, ${inside} in ${accounts.join(' and ')}` }];
}

/** Transfers for orders, refunds and withdrawals that the ledger has not recorded yet, fees included. */
function unrecordedPayouts({ orders, payouts }: ExchangeBooks, transfers: readonly OutgoingTransfer[], unit: string): bigint {
  const recorded = new Set([
    ...orders.filter(({ status }) => status === 'delivered').map(({ destination }) => destination),
    ...payouts.filter((payout) => isSentBack(payout) && payout.state === 'settled').map(({ destination }) => destination),
  ]);
  return transfers
    .filter(({ currency, payee }) => CURRENCIES[currency].reserve === unit && !recorded.has(payee))
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}

/** Payments that an operator marked as forged: no longer in the ledger, while the simulated providers keep them. */
function forgedPayments({ payments }: ExchangeBooks, unit: string): bigint {
  return payments.filter((payment) => payment.unit === unit && payment.state === 'forged').reduce((sum, { amount }) => sum + amount, 0n);
}
