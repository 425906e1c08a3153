import type { Books } from '../books.ts';

/** A transaction in the pool, with the time since when it waits, in Unix seconds. */
export interface StoredWaiting {
  readonly txid: string;
  readonly raw: string;
  readonly since: number;
}

/** What a chain's blocks and pool are made from again after its process has ended. */
export interface ChainStore {
  blocks(): string[];
  waiting(): StoredWaiting[];
  /** Writes the blocks from a height on, the first one being 1, instead of those that were there, and the whole pool. */
  write(height: number, blocks: readonly string[], waiting: readonly StoredWaiting[]): void;
  /** The account that a customer's payment was made from, as the page and `/pay` were told. */
  payerOf(txid: string): string | null;
  setPayer(txid: string, payer: string): void;
}

const SCHEMA = `
create table if not exists bitcoin_block (height integer primary key, raw text not null) strict;
create table if not exists bitcoin_waiting (n integer primary key, txid text not null, raw text not null, since integer not null) strict;
create table if not exists bitcoin_payer (txid text primary key, payer text not null) strict;
`;

/** Opens the store. */
export function openChainStore({ db, write }: Books): ChainStore {
  db.exec(SCHEMA);
  const blocks = db.prepare('select raw from bitcoin_block order by height');
  const dropBlocks = db.prepare('delete from bitcoin_block where height >= ?');
  const addBlock = db.prepare('insert into bitcoin_block (height, raw) values (?, ?)');
  const waiting = db.prepare('select txid, raw, since from bitcoin_waiting order by n');
  const dropWaiting = db.prepare('delete from bitcoin_waiting');
  const addWaiting = db.prepare('insert into bitcoin_waiting (txid, raw, since) values (?, ?, ?)');
  const payerOf = db.prepare('select payer from bitcoin_payer where txid = ?');
  const setPayer = db.prepare('insert into bitcoin_payer (txid, payer) values (?, ?) on conflict do nothing');
  return {
    blocks: () => (blocks.all() as { raw: string }[]).map(({ raw }) => raw),
    waiting: () => waiting.all() as unknown as StoredWaiting[],
    write: (height, raws, pool) =>
      write(() => {
        dropBlocks.run(height);
        for (const [n, raw] of raws.entries()) addBlock.run(height + n, raw);
        dropWaiting.run();
        for (const { txid, raw, since } of pool) addWaiting.run(txid, raw, since);
      }),
    payerOf: (txid) => (payerOf.get(txid) as { payer: string } | undefined)?.payer ?? null,
    setPayer: (txid, payer) => void setPayer.run(txid, payer),
  };
}
