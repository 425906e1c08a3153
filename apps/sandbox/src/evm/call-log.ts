import type { Books } from '../books.ts';
import type { NodeCall } from './anvil.ts';

/**
 * Log of the calls that change a chain. They are on disk before anything is answered: a chain that starts again makes the same calls and has the same
 * blocks, whatever ended it.
 */
export interface CallLog {
  /** Adds calls, all or none. */
  add(calls: readonly NodeCall[]): void;
  all(): NodeCall[];
  isEmpty(): boolean;
}

const SCHEMA = `
create table if not exists evm_call (
  n integer primary key autoincrement,
  chain text not null,
  method text not null,
  params text not null
) strict;
create index if not exists evm_call_chain on evm_call (chain, n);
`;

/** Opens the log of a chain. */
export function openCallLog({ db, write }: Books, chain: string): CallLog {
  db.exec(SCHEMA);
  const add = db.prepare('insert into evm_call (chain, method, params) values (?, ?, ?)');
  const all = db.prepare('select method, params from evm_call where chain = ? order by n');
  const any = db.prepare('select 1 from evm_call where chain = ? limit 1');
  return {
    add: (calls) =>
      write(() => {
        for (const { method, params } of calls) add.run(chain, method, JSON.stringify(params));
      }),
    all: () => (all.all(chain) as { method: string; params: string }[]).map(({ method, params }) => ({ method, params: JSON.parse(params) })),
    isEmpty: () => any.get(chain) === undefined,
  };
}
