/** A rule of ours was broken: a bug, never a customer's mistake. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}
