import type { Acknowledged } from './customer.ts';
import type { BookedOrder, ExchangeBooks } from './exchange-books.ts';
import type { BankMovement, WalletMovement, WorldBooks } from './sandbox.ts';

/** What can be wrong. A double payment cannot be seen in the exchange's own ledger: the world's books tell. */
export type Wrong =
  /** More than one arrival at an order's own wallet. */
  | 'paid-twice'
  | 'wrong-amount'
  /** Called delivered, or not excused, and nothing arrived. */
  | 'not-paid'
  /** Something arrived for an order that must not have been paid. */
  | 'paid-unasked'
  /** Our wallet paid somebody who is no order's destination. */
  | 'paid-a-stranger'
  /** Acknowledged, but not in the books, or in them with other terms. */
  | 'order-lost'
  /** One request, several orders. */
  | 'order-twice'
  /** Nothing moves it any more, and it is not at an end. */
  | 'order-stuck'
  | 'payment-lost'
  | 'payment-twice'
  /** In the journal, but no customer made it. */
  | 'payment-invented'
  /** Payout and order tell different ends. */
  | 'payout-differs'
  /** The ledger spent or collected another sum than the world did. */
  | 'sum-differs'
  | 'ledger';

/** One thing that is wrong, in words for the one who has to find out why. */
export interface Finding {
  readonly wrong: Wrong;
  readonly detail: string;
}

/** Both sides of the story, and what customers were promised. */
export interface Evidence {
  readonly world: WorldBooks;
  readonly books: ExchangeBooks;
  readonly acknowledged: readonly Acknowledged[];
  readonly ourWallet: string;
  readonly collectionAccount: string;
}

/** Ends in which an order was not paid out by itself: a person decides, or it was never paid for. At most one arrival all the same. */
const EXCUSED = new Set(['error', 'handmake', 'cancelled', 'forged', 'pending']);
/** Among them, the one in which the money may have left without an answer. */
const MAYBE_PAID = new Set(['error']);

/** Holds the exchange's books against the world's. Call it when everything is at rest. @returns what is wrong; nothing when all is well */
export function reckon(evidence: Evidence): Finding[] {
  return [...judgeOrders(evidence), ...judgePromises(evidence), ...judgeArrivals(evidence), ...judgePayments(evidence), ...judgeSums(evidence)];
}

function judgeOrders({ world, books, ourWallet }: Evidence): Finding[] {
  const arrivals = Map.groupBy(
    world.perfectMoney.filter(({ payer }) => payer === ourWallet),
    ({ payee }) => payee,
  );
  const paidFor = new Set(books.payments.flatMap(({ state, orderId }) => (state === 'matched' && orderId ? [orderId] : [])));
  return books.orders.flatMap((order) => [
    ...judgeArrival(order, arrivals.get(order.destination) ?? []),
    ...judgeEnd(order, paidFor.has(order.id)),
    ...judgePayouts(order, books),
  ]);
}

function judgeArrival(order: BookedOrder, arrivals: readonly WalletMovement[]): Finding[] {
  const told = `order ${order.ref} (${order.status} ${order.reason ?? ''}) to ${order.destination}`;
  const findings: Finding[] = [];
  if (arrivals.length > 1) findings.push({ wrong: 'paid-twice', detail: `${told}: batches ${arrivals.map(({ batch }) => batch).join(', ')}` });
  for (const { amount, batch } of arrivals) {
    if (amount !== order.amountReceived)
      findings.push({ wrong: 'wrong-amount', detail: `${told}: ${amount} of ${order.amountReceived} in batch ${batch}` });
  }
  if (arrivals.length === 0 && !EXCUSED.has(order.status)) findings.push({ wrong: 'not-paid', detail: told });
  if (arrivals.length > 0 && EXCUSED.has(order.status) && !MAYBE_PAID.has(order.status)) findings.push({ wrong: 'paid-unasked', detail: told });
  return findings;
}

function judgeEnd(order: BookedOrder, isPaidFor: boolean): Finding[] {
  const isAtEnd = order.status === 'delivered' || EXCUSED.has(order.status);
  const isForgotten = isPaidFor && (order.status === 'pending' || order.status === 'cancelled');
  return isAtEnd && !isForgotten
    ? []
    : [{ wrong: 'order-stuck', detail: `order ${order.ref} is ${order.status}${isPaidFor ? ' and paid for' : ''}` }];
}

function judgePayouts(order: BookedOrder, { payouts }: ExchangeBooks): Finding[] {
  const own = payouts.filter(({ orderId }) => orderId === order.id);
  const settled = own.filter(({ state }) => state === 'settled').length;
  const done = own.flatMap(({ attempts }) => attempts).filter((state) => state === 'done').length;
  const wanted = order.status === 'delivered' ? 1 : 0;
  if (settled === wanted && done === wanted && own.length <= 1) return [];
  return [
    {
      wrong: 'payout-differs',
      detail: `order ${order.ref} is ${order.status} with ${own.length} payouts, ${settled} settled, ${done} attempts done`,
    },
  ];
}

function judgePromises({ books, acknowledged }: Evidence): Finding[] {
  return acknowledged.flatMap(({ ref, destination, cents }): Finding[] => {
    const alike = books.orders.filter((order) => order.destination === destination);
    const order = alike.find((other) => other.ref === ref);
    if (!order) return [{ wrong: 'order-lost', detail: `${ref} to ${destination} was acknowledged` }];
    if (order.amountReceived !== cents) return [{ wrong: 'order-lost', detail: `${ref} has ${order.amountReceived} instead of ${cents}` }];
    return alike.length > 1 ? [{ wrong: 'order-twice', detail: alike.map((other) => other.ref).join(', ') }] : [];
  });
}

function judgeArrivals({ world, books, ourWallet }: Evidence): Finding[] {
  const destinations = new Set(books.orders.map(({ destination }) => destination));
  return world.perfectMoney
    .filter(({ payer, payee }) => payer === ourWallet && !destinations.has(payee))
    .map(({ batch, payee, amount }) => ({ wrong: 'paid-a-stranger', detail: `${amount} to ${payee} in batch ${batch}` }));
}

function judgePayments({ world, books, collectionAccount }: Evidence): Finding[] {
  const identityOf = (account: string, reference: string, amount: bigint) => `${account} ${reference} ${amount}`;
  const journal = Map.groupBy(books.payments, ({ account, reference, amount }) => identityOf(account, reference, amount));
  const made = world.bank.filter(({ payee }) => payee === collectionAccount);
  const identities = new Set(made.map((movement) => identityOf(movement.payee, movement.reference, BigInt(movement.amount))));
  const unknown = [...journal.keys()].filter((identity) => !identities.has(identity));
  return [
    ...made.flatMap((movement) =>
      judgePayment(movement, journal.get(identityOf(movement.payee, movement.reference, BigInt(movement.amount)))?.length ?? 0),
    ),
    ...unknown.map((identity): Finding => ({ wrong: 'payment-invented', detail: identity })),
  ];
}

function judgePayment({ reference, amount, memo }: BankMovement, times: number): Finding[] {
  if (times === 1) return [];
  return [
    { wrong: times === 0 ? 'payment-lost' : 'payment-twice', detail: `${reference} of ${amount} for "${memo}" is ${times} times in the journal` },
  ];
}

/** The ledger against the world. What an order in error really paid is not in the ledger before an operator has said so. */
function judgeSums({ world, books, ourWallet, collectionAccount }: Evidence): Finding[] {
  const inError = new Set(books.orders.filter(({ status }) => status === 'error').map(({ destination }) => destination));
  const spent = world.perfectMoney.filter(({ payer, payee }) => payer === ourWallet && !inError.has(payee));
  const spentSum = spent.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  const collected = world.bank.filter(({ payee }) => payee === collectionAccount).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const findings = books.ledgerFaults.map((detail): Finding => ({ wrong: 'ledger', detail }));
  if (spentSum !== books.spentFromWallet)
    findings.push({ wrong: 'sum-differs', detail: `spent ${spentSum} outside, ${books.spentFromWallet} in the ledger` });
  if (collected !== books.collected)
    findings.push({ wrong: 'sum-differs', detail: `collected ${collected} outside, ${books.collected} in the ledger` });
  return findings;
}
