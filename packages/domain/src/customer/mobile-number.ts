/** Prefixes of Vietnamese mobile numbers and nine digits in all, after the country's code or a zero. */
const TYPED = /^(?:\+?84|0)([35789]\d{8})$/;
/** Digits that {@link maskMobileNumber} shows. */
const SHOWN_DIGITS = 3;

/**
 * A Vietnamese mobile number as it is typed (`0912 345 678`, `+84 912.345.678`, `84912345678`), in E.164: `+84912345678`; null for any other. Codes are
 * sent to these alone: numbers abroad cost more, and are what SMS fraud is made of.
 */
export function readMobileNumber(typed: string): string | null {
  const [, digits] = TYPED.exec(typed.replace(/[\s.()-]/g, '')) ?? [];
  return digits === undefined ? null : `+84${digits}`;
}

/** A mobile number in E.164 as it is dialled within Vietnam: `0912345678`. */
export function nationalMobileNumber(number: string): string {
  return number.replace(/^\+84/, '0');
}

/** What of a mobile number is shown to whoever has only a password or a session: its last digits. */
export function maskMobileNumber(number: string): string {
  const national = nationalMobileNumber(number);
  return national.slice(-SHOWN_DIGITS).padStart(national.length, '•');
}
