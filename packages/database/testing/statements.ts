import { Client, type QueryConfig } from 'pg';

/** Statements sent by this process: the name of a prepared statement, or the text of another. */
export interface SentStatements {
  readonly sent: readonly string[];
  stop(): void;
}

/** Records the statements that all connections of this process send, `begin` and `commit` included. */
export function recordStatements(): SentStatements {
  const sent: string[] = [];
  const original = Client.prototype.query;
  Client.prototype.query = function record(this: Client, ...args: unknown[]): never {
    const [statement] = args as [string | QueryConfig];
    sent.push(typeof statement === 'string' ? statement : (statement.name ?? statement.text));
    return Reflect.apply(original, this, args) as never;
  } as typeof original;
  return {
    sent,
    stop() {
      Client.prototype.query = original;
    },
  };
}
