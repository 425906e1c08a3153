import type { Difference, Evidence } from './difference.ts';
import { incomingTransfers } from './transfers.ts';

/** Compares the journal with the transfers that customers made, each of which is in it exactly once. */
export function reconcilePayments({ sandbox, books }: Evidence): Difference[] {
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
