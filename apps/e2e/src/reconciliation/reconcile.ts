import { CURRENCIES, type ReserveCode } from '@quydoi/domain/currencies';
import { isByHand } from '@quydoi/domain/payout';
import type { Acknowledged } from '../customers/purchase.ts';
import type { SandboxBooks } from '../system/sandbox-client.ts';
import type { BookedOrder, BookedPayment, BookedPayout, ExchangeBooks } from './exchange-books.ts';
import { incomingTransfers, type OutgoingTransfer, outgoingTransfers } from './transfers.ts';

/** What can be wrong. A double payment cannot be seen in the exchange's own ledger: the world's books tell. */
export type DifferenceKind =
  /** More arrivals at an order's own destination than the parts that it was paid in. */
  | 'paid-twice'
  | 'wrong-amount'
  /** Called delivered, or not excused, and nothing arrived. */
  | 'not-paid'
  /** Something arrived for an order that must not have been paid. */
  | 'paid-unasked'
  /** We paid somebody who is nobody's destination. */
  | 'paid-a-stranger'
  | 'refunded-twice'
  /** Called given back, and it did not arrive. */
  | 'refund-lost'
  /** Paid out, given back and kept are not what came in. */
  | 'money-differs'
  /** Acknowledged, but not in the books, or in them with other terms. */
  | 'order-lost'
  /** One request, several orders. */
  | 'order-twice'
  /** Nothing moves it any more, and it is not at an end. */
  | 'order-stuck'
  /** Money is acknowledged to an order that is at an end. */
  | 'hold-left'
  | 'payment-lost'
  | 'payment-twice'
  /** In the journal, but no customer made it. */
  | 'payment-invented'
  /** In the journal, and neither an order's nor in an operator's inbox nor given back. */
  | 'payment-homeless'
  /** Payout and order tell different ends. */
  | 'payout-differs'
  /** A wallet or account does not hold what the ledger says. */
  | 'sum-differs'
  | 'ledger';

/** One thing that is wrong, in words for the one who has to find out why. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly detail: string;
}

/** Both sides of the story, and what customers were acknowledged. */
export interface Evidence {
  readonly world: SandboxBooks;
  readonly books: ExchangeBooks;
  readonly acknowledged: readonly Pick<Acknowledged, 'ref' | 'destination' | 'arrives'>[];
}

/** Ends in which an order was not paid out by itself: a person decides, or it was never paid for. At most one arrival all the same. */
const EXCUSED = new Set(['error', 'handmake', 'cancelled', 'forged', 'pending', 'verifying_transaction']);
/** Among them, the one in which the money may have left without an answer. */
const MAYBE_PAID = new Set(['error']);
/** Why an order may wait for its customer or an operator with its money. */
const WAITING_REASONS = new Set(['underpaid', 'overpaid', 'late', 'risk', 'refunding']);
/** States in which nothing is acknowledged to an order any more. */
const RELEASED = new Set(['delivered', 'cancelled', 'forged']);

/** Holds the exchange's books against the world's. Call it when everything is at rest. @returns what is wrong; nothing when all is well */
export function reconcile(evidence: Evidence): Difference[] {
  const arrivals = outgoingTransfers(evidence.world, evidence.books.depositAddresses);
  return [
    ...judgeOrders(evidence, arrivals),
    ...judgeRefunds(evidence, arrivals),
    ...judgePromises(evidence),
    ...judgeStrangers(evidence, arrivals),
    ...judgePayments(evidence),
    ...judgeSums(evidence, arrivals),
    ...judgeOwed(evidence.books),
  ];
}

function judgeOrders({ books }: Evidence, arrivals: readonly OutgoingTransfer[]): Difference[] {
  const reached = Map.groupBy(arrivals, ({ payee }) => payee);
  const payouts = Map.groupBy(books.payouts, ({ orderId }) => orderId);
  const paidFor = new Set(books.payments.flatMap(({ state, orderId }) => (state === 'matched' && orderId ? [orderId] : [])));
  return books.orders.flatMap((order) => {
    const own = payouts.get(order.id) ?? [];
    return [
      ...judgeArrivals(order, own, reached.get(order.destination) ?? []),
      ...judgeEnd(order, own, paidFor.has(order.id)),
      ...judgePayouts(order, own),
      ...judgeMoney(order, own),
    ];
  });
}

function told({ ref, kind, from, to, status, reason, destination }: BookedOrder): string {
  return `order ${ref} (${kind} ${from}-${to}, ${status}${reason ? ` ${reason}` : ''}) to ${destination}`;
}

function judgeArrivals(order: BookedOrder, payouts: readonly BookedPayout[], arrivals: readonly OutgoingTransfer[]): Difference[] {
  const parts = Math.max(1, ...payouts.filter(({ purpose }) => purpose === 'order').map((payout) => payout.parts));
  // What a person paid outside may have arrived by the exchange too, but need not have.
  const byHand = new Set(payouts.filter((payout) => payout.purpose === 'order' && isByHand(payout)).map(({ part }) => part));
  const ids = arrivals.map(({ id, amount }) => `${amount} in ${id}`).join(', ');
  const sum = arrivals.reduce((total, { amount }) => total + amount, 0n);
  if (arrivals.length > parts) return [{ kind: 'paid-twice', detail: `${told(order)}: ${ids}` }];
  if (arrivals.length === 0) return EXCUSED.has(order.status) || byHand.size === parts ? [] : [{ kind: 'not-paid', detail: told(order) }];
  if (EXCUSED.has(order.status) && !MAYBE_PAID.has(order.status)) return [{ kind: 'paid-unasked', detail: `${told(order)}: ${ids}` }];
  const isWhole = order.status === 'delivered' && byHand.size === 0;
  const isRight = isWhole || arrivals.length === parts ? sum === order.amountReceived : sum < order.amountReceived;
  return isRight ? [] : [{ kind: 'wrong-amount', detail: `${told(order)}: ${ids} instead of ${order.amountReceived}` }];
}

function judgeEnd(order: BookedOrder, payouts: readonly BookedPayout[], isPaidFor: boolean): Difference[] {
  const differences: Difference[] = [];
  const isWaiting = order.status === 'verifying_transaction' && WAITING_REASONS.has(order.reason ?? '');
  const isAtEnd = order.status === 'delivered' || (EXCUSED.has(order.status) && (order.status !== 'verifying_transaction' || isWaiting));
  const isForgotten = isPaidFor && (order.status === 'pending' || (order.status === 'cancelled' && order.reason !== 'refunded'));
  // What is to go back goes by itself, unless it failed for good.
  const isUnsent = order.reason === 'refunding' && !payouts.some(({ purpose, state }) => purpose === 'refund' && state === 'failed');
  if (!isAtEnd || isForgotten || isUnsent) differences.push({ kind: 'order-stuck', detail: `${told(order)}${isPaidFor ? ' and paid for' : ''}` });
  if (order.holding !== 0n && (RELEASED.has(order.status) || order.reason === 'refunding'))
    differences.push({ kind: 'hold-left', detail: `${told(order)} holds ${order.holding}` });
  return differences;
}

function judgePayouts(order: BookedOrder, payouts: readonly BookedPayout[]): Difference[] {
  const own = payouts.filter(({ purpose }) => purpose === 'order');
  const parts = Math.max(1, ...own.map((payout) => payout.parts));
  const settled = own.filter(({ state }) => state === 'settled').length;
  const byHand = own.filter(isByHand).length;
  const done = byHand + own.flatMap(({ attempts }) => attempts).filter((state) => state === 'done').length;
  const isRight = order.status === 'delivered' ? settled === parts && done === parts : settled < parts || own.length === 0;
  const live = own.filter(({ state }) => state === 'queued' || state === 'attempting').length;
  if (isRight && live === 0 && done === settled) return [];
  const states = own.map(({ part, state, attempts }) => `${part} ${state} (${attempts.join(' ')})`);
  return [{ kind: 'payout-differs', detail: `${told(order)} with payouts ${states.join(', ')}` }];
}

/** What came in was paid for with, is kept for a decision, or goes back. */
function judgeMoney(order: BookedOrder, payouts: readonly BookedPayout[]): Difference[] {
  const differences: Difference[] = [];
  const { amountPaid, amountSent, amountRefunded } = order;
  const isServed = order.status === 'delivered' || order.status === 'error' || order.status === 'handmake';
  if (isServed && amountPaid - amountRefunded !== amountSent && amountPaid !== amountRefunded)
    differences.push({ kind: 'money-differs', detail: `${told(order)}: paid ${amountPaid}, of it back ${amountRefunded}, price ${amountSent}` });
  const refunds = payouts.filter(({ purpose, paymentId }) => purpose === 'refund' && paymentId === null);
  const givenBack = refunds.filter(({ state }) => state === 'settled').reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  // A bank may return what had been given back: it is owed again, and waits for an operator.
  const isOwedAgain = givenBack < amountRefunded && refunds.some(({ state }) => state === 'failed');
  const isAllBack = amountRefunded === amountPaid && (givenBack === amountRefunded || isOwedAgain);
  if (givenBack > amountRefunded || (order.reason === 'refunded' && !isAllBack))
    differences.push({ kind: 'money-differs', detail: `${told(order)}: paid ${amountPaid}, to go back ${amountRefunded}, gone back ${givenBack}` });
  return differences;
}

/** Each refund that is settled arrived once, and one that is not did not, unless nobody can know. */
function judgeRefunds({ books }: Evidence, arrivals: readonly OutgoingTransfer[]): Difference[] {
  const destinations = new Set(books.orders.map(({ destination }) => destination));
  const reached = Map.groupBy(arrivals, ({ payee }) => payee);
  const refunds = Map.groupBy(
    books.payouts.filter(({ purpose, destination }) => purpose === 'refund' && !destinations.has(destination)),
    ({ destination }) => destination,
  );
  return [...refunds].flatMap(([destination, payouts]): Difference[] => {
    const came = (reached.get(destination) ?? []).map(({ amount }) => amount);
    const settled = payouts.filter(({ state }) => state === 'settled').map(({ amount }) => amount);
    const maybe = payouts.filter(({ state, attempts }) => state === 'failed' && attempts.includes('absent')).map(({ amount }) => amount);
    const missing = without(settled, came);
    const surplus = without(without(came, settled), maybe);
    const detail = `to ${destination}: settled ${settled.join(', ') || 'nothing'}, arrived ${came.join(', ') || 'nothing'}`;
    return [
      ...(surplus.length > 0 ? [{ kind: 'refunded-twice', detail } as const] : []),
      ...(missing.length > 0 ? [{ kind: 'refund-lost', detail } as const] : []),
    ];
  });
}

/** What is left of a list after taking each of the others out once. */
function without(list: readonly bigint[], others: readonly bigint[]): bigint[] {
  const rest = [...list];
  for (const other of others) {
    const at = rest.indexOf(other);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

function judgePromises({ books, acknowledged }: Evidence): Difference[] {
  return acknowledged.flatMap(({ ref, destination, arrives }): Difference[] => {
    const alike = books.orders.filter((order) => order.destination === destination);
    const order = alike.find((other) => other.ref === ref);
    if (!order) return [{ kind: 'order-lost', detail: `${ref} to ${destination} was acknowledged` }];
    if (order.amountReceived !== arrives) return [{ kind: 'order-lost', detail: `${ref} has ${order.amountReceived} instead of ${arrives}` }];
    return alike.length > 1 ? [{ kind: 'order-twice', detail: alike.map((other) => other.ref).join(', ') }] : [];
  });
}

function judgeStrangers({ books }: Evidence, arrivals: readonly OutgoingTransfer[]): Difference[] {
  const known = new Set([...books.orders, ...books.payouts.filter(({ purpose }) => purpose === 'refund')].map(({ destination }) => destination));
  return arrivals
    .filter(({ payee }) => !known.has(payee))
    .map(({ id, payee, amount }) => ({ kind: 'paid-a-stranger', detail: `${amount} to ${payee} in ${id}` }));
}

function judgePayments({ world, books }: Evidence): Difference[] {
  const identityOf = ({ account, reference, amount }: { account: string; reference: string; amount: bigint }) => `${account} ${reference} ${amount}`;
  const journal = Map.groupBy(
    books.payments.filter(({ state }) => state !== 'dropped'),
    identityOf,
  );
  const made = incomingTransfers(world, books);
  const identities = new Set(made.map(identityOf));
  return [
    ...made.flatMap((deposit): Difference[] => {
      const times = journal.get(identityOf(deposit))?.length ?? 0;
      const detail = `${deposit.rail} ${deposit.reference} of ${deposit.amount} for "${deposit.memo}" is ${times} times in the journal`;
      return times === 1 ? [] : [{ kind: times === 0 ? 'payment-lost' : 'payment-twice', detail }];
    }),
    ...[...journal.keys()].filter((identity) => !identities.has(identity)).map((detail): Difference => ({ kind: 'payment-invented', detail })),
    ...books.payments
      .filter(({ state }) => state === 'unmatched' || state === 'unconfirmed')
      .map((payment): Difference => ({ kind: 'payment-homeless', detail: `${payment.rail} ${identityOf(payment)} is ${payment.state}` })),
  ];
}

/** The ledger against the wallets. What an order in error really paid is not in the ledger before an operator has said so. */
function judgeSums({ world, books }: Evidence, arrivals: readonly OutgoingTransfer[]): Difference[] {
  const { ours, tronAccounts, bank } = world;
  const leased = new Set(books.depositAddresses);
  const onTron = (isWanted: (account: string) => boolean, coin: 'sun' | 'usdt') =>
    tronAccounts.filter(({ account }) => isWanted(account)).reduce((sum, row) => sum + row[coin], 0n);
  const isHot = (account: string) => account === ours.tron.account;
  const collected = bank.filter(({ payee }) => payee === ours.collection.account).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const sums: readonly [what: string, outside: bigint, accounts: readonly string[]][] = [
    ['collected dong', collected - forged(books, 'bank'), ['rail:vnd-collection']],
    ['dong to pay out', ours.payOs.balance + unbooked(books, arrivals, 'bank'), ['rail:vnd', 'held:vnd']],
    ['dollars', ours.perfectMoney.balance - forged(books, 'perfect-money') + unbooked(books, arrivals, 'perfect-money'), ['rail:pm', 'held:pm']],
    ['USDT to pay out', onTron(isHot, 'usdt') + unbooked(books, arrivals, 'tron'), ['rail:usdt-tron', 'held:usdt-tron']],
    ['USDT deposits', onTron((account) => leased.has(account), 'usdt') - forged(books, 'tron'), ['rail:usdt-tron-deposits']],
    ['TRX', onTron((account) => isHot(account) || leased.has(account), 'sun'), ['gas:trx']],
  ];
  return [
    ...books.ledgerFaults.map((detail): Difference => ({ kind: 'ledger', detail })),
    ...sums.flatMap(([what, outside, accounts]): Difference[] => {
      const inside = accounts.reduce((sum, account) => sum + (books.balances[account] ?? 0n), 0n);
      return inside === outside ? [] : [{ kind: 'sum-differs', detail: `${what}: ${outside} outside, ${inside} in ${accounts.join(' and ')}` }];
    }),
  ];
}

/** What the ledger owes to customers is what was decided to go back to them and has not gone. */
function judgeOwed({ orders, payments, payouts, balances }: ExchangeBooks): Difference[] {
  const refunds = payouts.filter(({ purpose }) => purpose === 'refund');
  const returned = payments.filter(({ state }) => state === 'returned');
  const moves: readonly (readonly [ReserveCode, bigint])[] = [
    ...orders.map(({ from, amountRefunded }) => [CURRENCIES[from].reserve, amountRefunded] as const),
    ...returned.flatMap(({ id, amount }) =>
      refunds
        .filter(({ paymentId }) => paymentId === id)
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

/** What left a wallet for orders and refunds of which the ledger does not know it yet: fees included. */
function unbooked({ orders, payouts }: ExchangeBooks, arrivals: readonly OutgoingTransfer[], rail: OutgoingTransfer['rail']): bigint {
  const booked = new Set([
    ...orders.filter(({ status }) => status === 'delivered').map(({ destination }) => destination),
    ...payouts.filter(({ purpose, state }) => purpose === 'refund' && state === 'settled').map(({ destination }) => destination),
  ]);
  return arrivals.filter((arrival) => arrival.rail === rail && !booked.has(arrival.payee)).reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
}

/** What the ledger no longer counts because an operator found it false. The simulated providers take nothing back themselves. */
function forged({ payments }: ExchangeBooks, rail: BookedPayment['rail']): bigint {
  return payments.filter((payment) => payment.rail === rail && payment.state === 'forged').reduce((sum, { amount }) => sum + amount, 0n);
}
