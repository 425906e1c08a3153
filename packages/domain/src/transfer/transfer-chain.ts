import type { PaymentFact } from './payment.ts';
import { haveOnePayee, type KnownPayees, mayBeSameTransferNearby, nearbyWindow, type TimeSpan, tellOneReference } from './same-transfer.ts';

type Report = Pick<PaymentFact, 'network' | 'account' | 'reference' | 'amount' | 'memo' | 'paidAt'>;

/**
 * The reports that a chain links to one: each may be of one transfer with another of them that has its payee. A source whose times are of another zone,
 * or the day of the booking, tells a transfer nearer to its neighbour's report than to its own, so that only the whole chain tells how many there are.
 * @param nearby reports of the network, those of the first one's own transfer among them
 */
export function chainOf<R extends Report>(report: Report, nearby: readonly R[], payees: KnownPayees): R[] {
  const chain: R[] = [];
  let others = nearby;
  const follow = (link: Report) => {
    const isLinked = (other: R) => mayBeSameTransferNearby(link, other, payees) && haveOnePayee(link, other, payees);
    const { linked = [], apart = [] } = Object.groupBy(others, (other) => (isLinked(other) ? 'linked' : 'apart'));
    chain.push(...linked);
    others = apart;
  };
  follow(report);
  for (const link of chain) follow(link);
  return chain;
}

/** The times within which all reports must be known to tell a report's chain: days around each that is in it. */
export function chainWindow(report: Report, nearby: readonly Report[], payees: KnownPayees): TimeSpan {
  const windows = [report, ...chainOf(report, nearby, payees)].map(nearbyWindow);
  return {
    from: new Date(Math.min(...windows.map(({ from }) => from.getTime()))),
    to: new Date(Math.max(...windows.map(({ to }) => to.getTime()))),
  };
}

/**
 * How many reports of one source can be of one transfer each with a report of another, at most: those that tell one reference at one time are, and of the
 * others a maximum matching, by augmenting paths (H. W. Kuhn, "The Hungarian method for the assignment problem", 1955).
 */
export function mostInCommon(ofOne: readonly Report[], ofOther: readonly Report[], payees: KnownPayees): number {
  const others = [...ofOther];
  const rest = ofOne.filter((report) => {
    const own = others.findIndex((other) => tellOneReference(report, other));
    if (own >= 0) others.splice(own, 1);
    return own < 0;
  });
  return ofOne.length - rest.length + largestMatching(rest, others, payees);
}

function largestMatching(ofOne: readonly Report[], ofOther: readonly Report[], payees: KnownPayees): number {
  // Asked once of each pair: paths come to a pair many times.
  const partnersOf = ofOne.map((report) => ofOther.flatMap((other, index) => (mayBeSameTransferNearby(report, other, payees) ? [index] : [])));
  const matched = new Map<number, number>();
  const match = (one: number, tried: Set<number>): boolean =>
    (partnersOf[one] ?? []).some((other) => {
      if (tried.has(other)) return false;
      tried.add(other);
      const rival = matched.get(other);
      if (rival !== undefined && !match(rival, tried)) return false;
      matched.set(other, one);
      return true;
    });
  return partnersOf.filter((_, one) => match(one, new Set())).length;
}
