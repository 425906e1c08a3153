/** The present time; the one place that reads it. */
export function presentTime(): Date {
  return new Date();
}
