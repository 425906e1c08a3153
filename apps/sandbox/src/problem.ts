type ProblemStatus = 400 | 404 | 409 | 422 | 424;

/** A refusal for the caller: answered as JSON `{error, message}` with this status. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ProblemStatus;
  readonly code: string;

  constructor(status: ProblemStatus, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
