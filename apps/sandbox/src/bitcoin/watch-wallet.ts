import type { Books } from '../books.ts';
import { type Descriptor, readDescriptor, withChecksum } from './descriptor.ts';

/** What a wallet knows of an output script that it watches. */
export interface Watched {
  readonly desc: string;
  readonly index: number;
}

/** A wallet of the node without private keys, as Bitcoin Core has them. Its descriptors are in the books. */
export interface WatchWallet {
  exists(): boolean;
  create(): void;
  /** @returns false when the descriptor is of a kind that this sandbox does not know */
  import(text: string, end: number): boolean;
  descriptors(): { readonly desc: string; readonly range?: readonly [number, number]; readonly next_index?: number }[];
  /** What the wallet watches a script by; null when it does not. */
  watched(script: string): Watched | null;
  /** Derives some more addresses of the range. Bitcoin Core does so for the whole range at once. */
  lookAhead(): void;
  /** Tells that an address was paid to. */
  used(script: string): void;
}

const SCHEMA = `
create table if not exists bitcoin_wallet (name text primary key) strict;
create table if not exists bitcoin_descriptor (wallet text not null, text text not null, range_end integer not null, primary key (wallet, text)) strict;
`;
/** Addresses that are derived at once: a thousand take a second. The exchange asks a sandbox for few: see `BITCOIN_ADDRESSES_AHEAD`. */
const SLICE = 50;

interface Known {
  readonly descriptor: Descriptor;
  readonly end: number;
}

/** Opens a wallet by its name. */
export function openWatchWallet({ db, write }: Books, name: string): WatchWallet {
  db.exec(SCHEMA);
  const find = db.prepare('select 1 from bitcoin_wallet where name = ?');
  const create = db.prepare('insert into bitcoin_wallet (name) values (?) on conflict do nothing');
  const list = db.prepare('select text, range_end from bitcoin_descriptor where wallet = ?');
  const add = db.prepare(
    'insert into bitcoin_descriptor (wallet, text, range_end) values (?, ?, ?) on conflict (wallet, text) do update set range_end = excluded.range_end',
  );
  const scripts = new Map<string, Watched & { readonly text: string }>();
  const derived = new Map<string, number>();
  const next = new Map<string, number>();
  const known = (): Known[] =>
    (list.all(name) as { text: string; range_end: number }[]).flatMap(({ text, range_end: end }) => {
      const descriptor = readDescriptor(text);
      return descriptor ? [{ descriptor, end }] : [];
    });
  let descriptors = known();

  function derive({ descriptor, end }: Known): void {
    const { text, isRanged } = descriptor;
    const from = derived.get(text) ?? 0;
    const to = isRanged ? Math.min(from + SLICE, end + 1) : 1;
    for (let index = from; index < to; index += 1) {
      const { script, desc } = descriptor.at(index);
      scripts.set(script, { desc, index, text });
    }
    derived.set(text, Math.max(from, to));
  }

  return {
    exists: () => find.get(name) !== undefined,
    create: () => void create.run(name),
    import(text, end) {
      if (!readDescriptor(text)) return false;
      write(() => add.run(name, text, end));
      descriptors = known();
      return true;
    },
    descriptors: () =>
      descriptors.map(({ descriptor: { text, isRanged }, end }) => ({
        desc: withChecksum(text),
        ...(isRanged ? { range: [0, end] as const, next_index: next.get(text) ?? 0 } : {}),
      })),
    watched: (script) => scripts.get(script) ?? null,
    lookAhead() {
      for (const one of descriptors) derive(one);
    },
    used(script) {
      const watched = scripts.get(script);
      if (watched) next.set(watched.text, Math.max(next.get(watched.text) ?? 0, watched.index + 1));
    },
  };
}
