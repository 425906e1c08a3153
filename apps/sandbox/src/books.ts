import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The sandbox's books: one SQLite file, in which each network creates its own tables. Every write is on disk before it returns. */
export interface Books {
  readonly db: DatabaseSync;
  /** Runs `work` in one transaction. */
  write<T>(work: () => T): T;
  close(): void;
}

/** Opens the books in a folder; creates both if missing. */
export function openBooks(dataFolder: string): Books {
  mkdirSync(dataFolder, { recursive: true });
  const db = new DatabaseSync(join(dataFolder, 'books.sqlite'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000');
  return {
    db,
    write(work) {
      db.exec('begin immediate');
      try {
        const result = work();
        db.exec('commit');
        return result;
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    close: () => db.close(),
  };
}
