/** Violation of an internal invariant: a bug, never a customer's mistake. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}
