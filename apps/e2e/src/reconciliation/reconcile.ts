import { CURRENCIES, CURRENCY_CODES, type ReserveCode } from '@quydoi/domain/currencies';
import { COLLECTION_ACCOUNTS } from '@quydoi/domain/ledger/accounts';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import { isRefundOrReturn } from '@quydoi/domain/transfer/payout';
import type { Acknowledged } from '../customers/purchase.ts';
import type { NetworkBooks, SandboxBooks } from '../system/sandbox-client.ts';
import type { BookedOrder, BookedPayout, ExchangeBooks } from './exchange-books.ts';
import { incomingTransfers, type OutgoingTransfer, outgoingTransfers, ownAccountsOf } from './transfers.ts';

/**
 * Kinds of differences between the exchange's books and the sandbox's. A double payment is invisible in the exchange's own ledger: only the
 * sandbox's books show it.
 */
export type DifferenceKind =
  /** More transfers reached an order's destination than the parts that it was paid out in. */
  | 'paid-twice'
  | 'wrong-amount'
  /** Nothing reached the destination of an order that is delivered, or that has no reason not to be. */
  | 'not-paid'
  /** A transfer for an order that must not be paid out. */
  | 'unexpected-payout'
  /** A transfer to an account that is no order's or refund's destination. */
  | 'unknown-payee'
  | 'refunded-twice'
  /** A settled refund that did not arrive. */
  | 'refund-missing'
  /** Received, refunded and kept amounts of an order do not add up. */
  | 'order-balance'
  /** An acknowledged order that is not in the books, or has other terms there. */
  | 'order-missing'
  /** Several orders of one request. */
  | 'order-duplicated'
  /** An order that is not final and that nothing moves any more. */
  | 'order-stuck'
  /** Money is still held for a final order. */
  | 'hold-leaked'
  | 'payment-missing'
  | 'payment-duplicated'
  /** A journalled payment that no customer made. */
  | 'payment-unbacked'
  /** A journalled payment that is neither an order's, nor in the operators' inbox, nor returned. */
  | 'payment-unassigned'
  /** Payout and order disagree about the outcome. */
  | 'payout-state'
  /** An account's balance at the provider is not what the ledger says. */
  | 'balance-differs'
  | 'ledger';

/** One difference, described for whoever has to find its cause. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly detail: string;
}

/** The books of both sides, and the orders that customers were told of. */
export interface Evidence {
  readonly sandbox: SandboxBooks;
  readonly books: ExchangeBooks;
  readonly acknowledged: readonly Pick<Acknowledged, 'ref' | 'destination' | 'arrives'>[];
}

/** Statuses that require no payout: an operator decides, or the order is unpaid. They allow at most one. */
const NEEDS_NO_PAYOUT = new Set(['error', 'handmake', 'cancelled', 'forged', 'pending', 'verifying_transaction']);
/** Among them, the status in which a payout may have been made without an answer. */
const MAYBE_PAID = new Set(['error']);
/** Reasons for which a paid order may wait for its customer or an operator. */
const WAITING_REASONS = new Set(['underpaid', 'overpaid', 'late', 'risk', 'refunding']);
/** Statuses in which no money is held for an order. */
const HOLDS_NOTHING = new Set(['delivered', 'cancelled', 'forged']);

/** Compares the exchange's books with the sandbox's. Both must be idle (`waitUntilIdle`). @returns every difference; none if the books agree */
export function reconcile(evidence: Evidence): Difference[] {
  const transfers = outgoingTransfers(evidence.sandbox, evidence.books);
  return [
    ...reconcileOrders(evidence, transfers),
    ...reconcileRefunds(evidence, transfers),
    ...reconcileAcknowledged(evidence),
    ...findUnknownPayees(evidence, transfers),
    ...reconcilePayments(evidence),
    ...reconcileBalances(evidence, transfers),
    ...reconcileRefundsOwed(evidence.books),
  ];
}

function reconcileOrders({ books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  const reached = Map.groupBy(transfers, ({ payee }) => payee);
  const payouts = Map.groupBy(books.payouts, ({ orderId }) => orderId);
  const paidFor = new Set(books.payments.flatMap(({ state, orderId }) => (state === 'matched' && orderId ? [orderId] : [])));
  return books.orders.flatMap((order) => {
    const own = payouts.get(order.id) ?? [];
    return [
      ...checkTransfers(order, own, reached.get(order.destination) ?? []),
      ...checkFinality(order, own, paidFor.has(order.id)),
      ...checkPayouts(order, own),
      ...checkAmounts(order, own),
    ];
  });
}

function describe({ ref, kind, from, to, status, reason, destination }: BookedOrder): string {
  return `order ${ref} (${kind} ${from}-${to}, ${status}${reason ? ` ${reason}` : ''}) to ${destination}`;
}

function checkTransfers(order: BookedOrder, payouts: readonly BookedPayout[], transfers: readonly OutgoingTransfer[]): Difference[] {
  const parts = Math.max(1, ...payouts.filter(({ obligationKind }) => obligationKind === 'order').map((payout) => payout.parts));
  // A part that an operator paid by hand may have been transferred by the exchange too, but need not have been.
  const byHand = new Set(payouts.filter((payout) => payout.obligationKind === 'order' && payout.madeBy === 'operator').map(({ part }) => part));
  const ids = transfers.map(({ id, amount }) => `${amount} in ${id}`).join(', ');
  const sum = transfers.reduce((total, { amount }) => total + amount, 0n);
  if (transfers.length > parts) return [{ kind: 'paid-twice', detail: `${describe(order)}: ${ids}` }];
  if (transfers.length === 0)
    return NEEDS_NO_PAYOUT.has(order.status) || byHand.size === parts ? [] : [{ kind: 'not-paid', detail: describe(order) }];
  if (NEEDS_NO_PAYOUT.has(order.status) && !MAYBE_PAID.has(order.status))
    return [{ kind: 'unexpected-payout', detail: `${describe(order)}: ${ids}` }];
  const isWhole = order.status === 'delivered' && byHand.size === 0;
  const isRight = isWhole || transfers.length === parts ? sum === order.amountReceived : sum < order.amountReceived;
  return isRight ? [] : [{ kind: 'wrong-amount', detail: `${describe(order)}: ${ids} instead of ${order.amountReceived}` }];
}

function checkFinality(order: BookedOrder, payouts: readonly BookedPayout[], isPaidFor: boolean): Difference[] {
  const differences: Difference[] = [];
  const isWaiting = order.status === 'verifying_transaction' && WAITING_REASONS.has(order.reason ?? '');
  const isAtEnd = order.status === 'delivered' || (NEEDS_NO_PAYOUT.has(order.status) && (order.status !== 'verifying_transaction' || isWaiting));
  const isUnaware = isPaidFor && (order.status === 'pending' || (order.status === 'cancelled' && order.reason !== 'refunded'));
  // A refund is made without anybody's help unless it failed for good.
  const isUnsent = order.reason === 'refunding' && !payouts.some((payout) => isRefundOrReturn(payout) && payout.state === 'failed');
  if (!isAtEnd || isUnaware || isUnsent) differences.push({ kind: 'order-stuck', detail: `${describe(order)}${isPaidFor ? ' and paid for' : ''}` });
  if (order.holding !== 0n && (HOLDS_NOTHING.has(order.status) || order.reason === 'refunding'))
    differences.push({ kind: 'hold-leaked', detail: `${describe(order)} holds ${order.holding}` });
  return differences;
}

function checkPayouts(order: BookedOrder, payouts: readonly BookedPayout[]): Difference[] {
  const own = payouts.filter(({ obligationKind }) => obligationKind === 'order');
  const parts = Math.max(1, ...own.map((payout) => payout.parts));
  const settled = own.filter(({ state }) => state === 'settled').length;
  const byHand = own.filter(({ madeBy }) => madeBy === 'operator').length;
  const done = byHand + own.flatMap(({ attempts }) => attempts).filter((state) => state === 'done').length;
  const isRight = order.status === 'delivered' ? settled === parts && done === parts : settled < parts || own.length === 0;
  const live = own.filter(({ state }) => state === 'queued' || state === 'attempting').length;
  if (isRight && live === 0 && done === settled) return [];
  const states = own.map(({ part, state, attempts }) => `${part} ${state} (${attempts.join(' ')})`);
  return [{ kind: 'payout-state', detail: `${describe(order)} with payouts ${states.join(', ')}` }];
}

/** The amount paid is the price, is kept for a decision, or is refunded. */
function checkAmounts(order: BookedOrder, payouts: readonly BookedPayout[]): Difference[] {
  const differences: Difference[] = [];
  const { amountPaid, amountSent, amountRefunded } = order;
  const isServed = order.status === 'delivered' || order.status === 'error' || order.status === 'handmake';
  if (isServed && amountPaid - amountRefunded !== amountSent && amountPaid !== amountRefunded)
    differences.push({ kind: 'order-balance', detail: `${describe(order)}: paid ${amountPaid}, of it back ${amountRefunded}, price ${amountSent}` });
  const refunds = payouts.filter(({ obligationKind }) => obligationKind === 'refund');
  const givenBack = refunds.filter(({ state }) => state === 'settled').reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  // A bank may return a refund: it is owed again, and waits for an operator.
  const isOwedAgain = givenBack < amountRefunded && refunds.some(({ state }) => state === 'failed');
  const isAllBack = amountRefunded === amountPaid && (givenBack === amountRefunded || isOwedAgain);
  if (givenBack > amountRefunded || (order.reason === 'refunded' && !isAllBack))
    differences.push({
      kind: 'order-balance',
      detail: `${describe(order)}: paid ${amountPaid}, to go back ${amountRefunded}, gone back ${givenBack}`,
    });
  return differences;
}

/** A settled refund arrived exactly once; any other did not arrive, unless its outcome is unknown. */
function reconcileRefunds({ books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  const destinations = new Set(books.orders.map(({ destination }) => destination));
  const reached = Map.groupBy(transfers, ({ payee }) => payee);
  const refunds = Map.groupBy(
    books.payouts.filter((payout) => isRefundOrReturn(payout) && !destinations.has(payout.destination)),
    ({ destination }) => destination,
  );
  return [...refunds].flatMap(([destination, payouts]): Difference[] => {
    const came = (reached.get(destination) ?? []).map(({ amount }) => amount);
    const settled = payouts.filter(({ state }) => state === 'settled').map(({ amount }) => amount);
    const maybe = payouts.filter(({ state, attempts }) => state === 'failed' && attempts.includes('absent')).map(({ amount }) => amount);
    const missing = subtract(settled, came);
    const surplus = subtract(subtract(came, settled), maybe);
    const detail = `to ${destination}: settled ${settled.join(', ') || 'nothing'}, arrived ${came.join(', ') || 'nothing'}`;
    return [
      ...(surplus.length > 0 ? [{ kind: 'refunded-twice', detail } as const] : []),
      ...(missing.length > 0 ? [{ kind: 'refund-missing', detail } as const] : []),
    ];
  });
}

/** Multiset difference: removes each of `others` once. */
function subtract(list: readonly bigint[], others: readonly bigint[]): bigint[] {
  const rest = [...list];
  for (const other of others) {
    const at = rest.indexOf(other);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

function reconcileAcknowledged({ books, acknowledged }: Evidence): Difference[] {
  return acknowledged.flatMap(({ ref, destination, arrives }): Difference[] => {
    const alike = books.orders.filter((order) => order.destination === destination);
    const order = alike.find((other) => other.ref === ref);
    if (!order) return [{ kind: 'order-missing', detail: `${ref} to ${destination} was acknowledged` }];
    if (order.amountReceived !== arrives) return [{ kind: 'order-missing', detail: `${ref} has ${order.amountReceived} instead of ${arrives}` }];
    return alike.length > 1 ? [{ kind: 'order-duplicated', detail: alike.map((other) => other.ref).join(', ') }] : [];
  });
}

function findUnknownPayees({ books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  const known = new Set([...books.orders, ...books.payouts.filter(isRefundOrReturn)].map(({ destination }) => destination));
  return transfers
    .filter(({ payee }) => !known.has(payee))
    .map(({ id, payee, amount }) => ({ kind: 'unknown-payee', detail: `${amount} to ${payee} in ${id}` }));
}

function reconcilePayments({ sandbox, books }: Evidence): Difference[] {
  const identityOf = ({ account, reference, amount }: { account: string; reference: string; amount: bigint }) => `${account} ${reference} ${amount}`;
  const journal = Map.groupBy(
    books.payments.filter(({ state }) => state !== 'dropped'),
    identityOf,
  );
  // Banks give references again, or none: transfers that look alike are counted.
  const made = Map.groupBy(incomingTransfers(sandbox, books), identityOf);
  return [
    ...[...made].flatMap(([identity, alike]): Difference[] => {
      const times = journal.get(identity)?.length ?? 0;
      const [{ network, reference, amount, memo }] = alike as [(typeof alike)[number]];
      const detail = `${network} ${reference} of ${amount} for "${memo}" is ${times} times in the journal instead of ${alike.length}`;
      return times === alike.length ? [] : [{ kind: times < alike.length ? 'payment-missing' : 'payment-duplicated', detail }];
    }),
    ...[...journal.keys()].filter((identity) => !made.has(identity)).map((detail): Difference => ({ kind: 'payment-unbacked', detail })),
    ...books.payments
      .filter(({ state }) => state === 'unmatched' || state === 'unconfirmed')
      .map((payment): Difference => ({ kind: 'payment-unassigned', detail: `${payment.network} ${identityOf(payment)} is ${payment.state}` })),
  ];
}

/** Compares balances at the providers with the ledger. The payout of an order in error is not in the ledger before an operator recorded it. */
function reconcileBalances({ sandbox, books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  return [
    ...books.ledgerDifferences.map((detail): Difference => ({ kind: 'ledger', detail })),
    ...(Object.entries(sandbox) as [NetworkCode, NetworkBooks][]).flatMap(([network, networkBooks]) =>
      reconcileNetwork(network, networkBooks, books, transfers),
    ),
  ];
}

/**
 * Money to pay out lies in `rail:` and `held:` of its reserve, fee coins in `gas:`. Money paid in lies in the reserve's collection account, if it
 * has one, else with the money to pay out.
 */
function reconcileNetwork(network: NetworkCode, networkBooks: NetworkBooks, books: ExchangeBooks, transfers: readonly OutgoingTransfer[]) {
  const { ownAccounts, balances } = networkBooks;
  const paysIn = new Set(ownAccounts.payIn === null ? books.depositAddresses : [ownAccounts.payIn, ...(ownAccounts.otherPayIns ?? [])]);
  const units = ledgerUnitsOf(network);
  const sumOf = (unit: string, isWanted: (account: string) => boolean) =>
    balances.filter((one) => one.unit === unit && isWanted(one.account)).reduce((sum, { amount }) => sum + amount, 0n);
  const isPayOut = (account: string) => account === ownAccounts.payOut;
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

/** The ledger's refund accounts must equal the refunds that were decided and not settled. */
function reconcileRefundsOwed({ orders, payments, payouts, balances }: ExchangeBooks): Difference[] {
  const refunds = payouts.filter(isRefundOrReturn);
  const returned = payments.filter(({ state }) => state === 'returned');
  const moves: readonly (readonly [ReserveCode, bigint])[] = [
    ...orders.map(({ from, amountRefunded }) => [CURRENCIES[from].reserve, amountRefunded] as const),
    ...returned.flatMap(({ id, amount }) =>
      refunds
        .filter(({ obligationKind, obligationId }) => obligationKind === 'return' && obligationId === id)
        .slice(0, 1)
        .map(({ reserve }) => [reserve, amount] as const),
    ),
    ...refunds.filter(({ state }) => state === 'settled').map(({ reserve, amount, fee }) => [reserve, -amount - fee] as const),
  ];
  return [...Map.groupBy(moves, ([reserve]) => reserve)].flatMap(([reserve, ofIt]): Difference[] => {
    const owed = ofIt.reduce((sum, [, amount]) => sum + amount, 0n);
    const inLedger = -(balances[`refund:${reserve}`] ?? 0n);
    return owed === inLedger ? [] : [{ kind: 'ledger', detail: `refund:${reserve} owes ${inLedger}, and ${owed} was to go back and has not gone` }];
  });
}

/** Transfers for orders and refunds that the ledger has not recorded yet, fees included. */
function unrecordedPayouts({ orders, payouts }: ExchangeBooks, transfers: readonly OutgoingTransfer[], unit: string): bigint {
  const recorded = new Set([
    ...orders.filter(({ status }) => status === 'delivered').map(({ destination }) => destination),
    ...payouts.filter((payout) => isRefundOrReturn(payout) && payout.state === 'settled').map(({ destination }) => destination),
  ]);
  return transfers
    .filter(({ currency, payee }) => CURRENCIES[currency].reserve === unit && !recorded.has(payee))
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}

/** Payments that an operator marked as forged: no longer in the ledger, while the simulated providers keep them. */
function forgedPayments({ payments }: ExchangeBooks, unit: string): bigint {
  return payments.filter((payment) => payment.unit === unit && payment.state === 'forged').reduce((sum, { amount }) => sum + amount, 0n);
}
