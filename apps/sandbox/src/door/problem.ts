/** A refusal that the caller can understand: answered as JSON with this status. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: 400 | 404 | 409 | 422 | 424;
  readonly code: string;

  constructor(status: 400 | 404 | 409 | 422 | 424, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
