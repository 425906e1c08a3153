const LENGTH_MAX = 100;
/** Letters, and the marks that names of people and companies have. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .,'’"“”&()/-]*$/u;
/** Words of error messages, which the name lookup also answers as plain text. */
const FAILURE_WORDS =
  /\b(?:errors?|exception|unavailable|unable|invalid|denied|forbidden|unauthorized|banned|disabled|maintenance|temporar(?:y|ily)|gateway|time-?out|timed out|overload(?:ed)?|failed|failure|not found|internal server|bad request|too many|try (?:it )?again|please)\b/i;

/** Whether a plain-text answer can be the name of an account's holder, and not an error message. */
export function isHolderName(text: string): boolean {
  return text.length <= LENGTH_MAX && NAME.test(text) && !FAILURE_WORDS.test(text);
}
