import type { SandboxBooks } from '../system/sandbox-client.ts';
import type { Difference, Evidence } from './difference.ts';
import type { BookedPayment, ExchangeBooks } from './exchange-books.ts';
import { type IncomingTransfer, incomingTransfers } from './transfers.ts';

type PaymentBooks = Pick<ExchangeBooks, 'payments' | 'depositAddresses'>;

/** Transfers that look alike, because banks give references again or none, and how many such payments the journal has. */
interface JournalledTransfers {
  readonly alike: readonly [IncomingTransfer, ...IncomingTransfer[]];
  readonly journalled: number;
}

type Identified = Pick<BookedPayment, 'account' | 'reference' | 'amount'>;

/**
 * Identity of a transfer: account, reference and amount. Where one of an account and amount has no reference, its reports cannot be told from those of
 * the others, and a payment may get another's reference: there they are identified by account and amount only. A prefix that a source writes before the
 * bank's reference tells nothing.
 */
function identifyBy(transfers: readonly Identified[]): (transfer: Identified) => string {
  const sumOf = ({ account, amount }: Identified) => `${account} ${amount}`;
  const unnamed = new Set(transfers.filter(({ reference }) => reference === '').map(sumOf));
  return (transfer) => (unnamed.has(sumOf(transfer)) ? sumOf(transfer) : `${sumOf(transfer)} ${transfer.reference.replace(/^VCB\./, '')}`);
}

/** Transfers that customers made, those that look alike together, each with its payments in the journal. */
export function journalledTransfers(sandbox: SandboxBooks, books: PaymentBooks): JournalledTransfers[] {
  const incoming = incomingTransfers(sandbox, books);
  const identityOf = identifyBy(incoming);
  const journal = Map.groupBy(
    books.payments.filter(({ state }) => state !== 'dropped'),
    identityOf,
  );
  return [...Map.groupBy(incoming, identityOf)].map(([identity, alike]) => ({
    alike: alike as [IncomingTransfer, ...IncomingTransfer[]],
    journalled: journal.get(identity)?.length ?? 0,
  }));
}

/** Compares the journal with the transfers that customers made, each of which is in it exactly once. */
export function reconcilePayments({ sandbox, books }: Evidence): Difference[] {
  const transfers = journalledTransfers(sandbox, books);
  const identityOf = identifyBy(transfers.flatMap(({ alike }) => alike));
  const made = new Set(transfers.map(({ alike: [first] }) => identityOf(first)));
  const journal = new Set(books.payments.filter(({ state }) => state !== 'dropped').map(identityOf));
  return [
    ...transfers.flatMap(({ alike, journalled }): Difference[] => {
      const [{ network, reference, amount, memo }] = alike;
      const detail = `${network} ${reference} of ${amount} for "${memo}" is ${journalled} times in the journal instead of ${alike.length}`;
      return journalled === alike.length ? [] : [{ kind: journalled < alike.length ? 'payment-missing' : 'payment-duplicated', detail }];
    }),
    ...[...journal].filter((identity) => !made.has(identity)).map((detail): Difference => ({ kind: 'payment-unbacked', detail })),
    ...books.payments
      .filter(({ state }) => state === 'unmatched' || state === 'unconfirmed')
      .map((payment): Difference => ({ kind: 'payment-unassigned', detail: `${payment.network} ${identityOf(payment)} is ${payment.state}` })),
  ];
}
