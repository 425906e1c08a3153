import type { ReferenceCode } from '@quydoi/domain/price/references';
import type { Books } from '../books.ts';

/** The market that all sources tell of: dong for a dollar, dollars for a coin. */
export interface Market {
  priceOf(reference: ReferenceCode): number;
  /** Sets a price from now on. */
  set(reference: ReferenceCode, price: number): void;
}

const OPENING: Readonly<Record<ReferenceCode, number>> = { usd: 26_100, usdt: 1.0004, eth: 3_500, btc: 89_000 };

const SCHEMA = 'create table if not exists market_price (reference text primary key, price real not null) strict;';

/** Opens the market on the books: it stands still until someone sets a price. */
export function openMarket({ db }: Books): Market {
  db.exec(SCHEMA);
  const get = db.prepare('select price from market_price where reference = ?');
  const put = db.prepare('insert into market_price (reference, price) values (?, ?) on conflict (reference) do update set price = excluded.price');
  return {
    priceOf: (reference) => (get.get(reference) as { price: number } | undefined)?.price ?? OPENING[reference],
    set: (reference, price) => void put.run(reference, price),
  };
}
