/** Eight or more digits, also in groups: numbers and codes of vouchers. IP addresses and durations are left. */
const LONG_NUMBER = /\d(?:[\s_-]{0,3}\d){7,}/gu;
const LENGTH_MAX = 200;

/** A provider's text as it may be logged and stored: an answer may quote a voucher's activation code, which is worth its money. */
export function withoutCodes(text: string): string {
  return text.replace(LONG_NUMBER, '…').slice(0, LENGTH_MAX);
}
