import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { Books } from './books.ts';

/** A fault that a provider can be told to show. */
export interface FaultDefinition {
  /** Its effect, for the page. */
  readonly vi: string;
  readonly en: string;
  /** Which transfers can meet it: those from customers, those to customers, or both. */
  readonly affects: 'pay-in' | 'pay-out' | 'both';
  /** The only currency whose transfers can meet it; any of the network's if omitted. */
  readonly currency?: CurrencyCode;
  /** How often it may happen in a row before it costs the exchange more than a short delay; 1 if omitted. */
  readonly burstMax?: number;
  /** An operator has to act afterwards: the rail is off, or an order needs a decision. */
  readonly needsOperator?: true;
  /** Closes the network for new orders until the exchange looks at it again, which takes minutes: no part of chaos. */
  readonly stopsNetwork?: true;
  /** Tells rows again as if they were others: operators get an exception for each, so that it is no part of chaos. */
  readonly tellsAgain?: true;
  /** Changes what the customer paid (memo, sender), as customers themselves may. */
  readonly altersPayment?: true;
}

/** The faults of one provider by kind. */
export type FaultTable = Readonly<Record<string, FaultDefinition>>;

/** A fault with how often it will still happen and has happened. */
export interface FaultState {
  readonly rail: string;
  readonly kind: string;
  readonly vi: string;
  readonly en: string;
  readonly remaining: number;
  readonly hits: number;
}

/** The faults of one provider, as its code asks for them. */
export interface ProviderFaults<Kind extends string> {
  /** Consumes one occurrence. @returns whether the fault is to happen now */
  take(kind: Kind): boolean;
}

/** Which faults are switched on, kept in the books. */
export interface Faults {
  /** @param rail the provider's name in `POST /faults`; its table only tells the kinds */
  of<Table extends FaultTable>(rail: string, table: Table): ProviderFaults<keyof Table & string>;
  /** Sets how often a fault happens from now on. @returns false when there is no such fault */
  set(rail: string, kind: string, count: number): boolean;
  list(): FaultState[];
}

const SCHEMA = `
create table if not exists fault (
  rail text not null,
  kind text not null,
  remaining integer not null,
  hits integer not null,
  primary key (rail, kind)
) strict;
`;

/** Opens the switches of all known faults. */
export function openFaults({ db }: Books, known: readonly (FaultDefinition & { readonly rail: string; readonly kind: string })[]): Faults {
  db.exec(SCHEMA);
  const take = db.prepare('update fault set remaining = remaining - 1, hits = hits + 1 where rail = ? and kind = ? and remaining > 0');
  const set = db.prepare(
    'insert into fault (rail, kind, remaining, hits) values (?, ?, ?, 0) on conflict (rail, kind) do update set remaining = excluded.remaining',
  );
  const get = db.prepare('select remaining, hits from fault where rail = ? and kind = ?');
  return {
    of: (rail) => ({ take: (kind) => take.run(rail, kind).changes === 1 }),
    set(rail, kind, count) {
      if (!known.some((fault) => fault.rail === rail && fault.kind === kind)) return false;
      set.run(rail, kind, count);
      return true;
    },
    list: () =>
      known.map(({ rail, kind, vi, en }) => {
        const row = get.get(rail, kind) as { remaining: number; hits: number } | undefined;
        return { rail, kind, vi, en, remaining: row?.remaining ?? 0, hits: row?.hits ?? 0 };
      }),
  };
}
