/**
 * SQLSTATE codes of a value that the database rejects: data exceptions (22: out of range, NUL bytes, …), check constraints (23514) and values above
 * a program limit (54000, such as an index entry).
 */
const REJECTED_STATE = /^(?:22|23514$|54000$)/;
const CAUSES_MAX = 5;

/** Whether an error, or one of its causes, means that PostgreSQL rejects a value for what it is: the same statement fails again. */
export function isRejectedValue(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth += 1) {
    const { code } = cause as Error & { readonly code?: unknown };
    if (typeof code === 'string' && REJECTED_STATE.test(code)) return true;
  }
  return false;
}
