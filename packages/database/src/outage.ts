/** SQLSTATE classes of an unavailable server: connection (08), out of resources (53), shutting down or starting (57P). */
const AWAY_STATE = /^(?:08|53|57P)/;
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const AWAY_WORDS = /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** Whether an error, or one of its causes, means that PostgreSQL is unavailable: the request was fine and may be retried. */
export function isOutage(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code } = cause as Error & { readonly code?: unknown };
    if (typeof code === 'string' && (AWAY_STATE.test(code) || AWAY_CODES.has(code))) return true;
    if (AWAY_WORDS.test(cause.message)) return true;
  }
  return false;
}
