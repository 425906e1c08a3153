import { SMS_CODE_SECONDS } from '@quydoi/domain/constants';
import { SECOND_MS } from '@quydoi/domain/durations';
import { HOTP, Secret, TOTP } from 'otpauth';

/** 160 bits, the length that RFC 4226 recommends (section 4, R6). */
const SECRET_BYTES = 20;
/** Time steps, in seconds. */
const PERIOD = 30;
/** What every authenticator app supports (RFC 6238): SHA-1, six digits, a new code every half minute. Codes by SMS are made alike. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6 } as const;
/** Codes of the half minute before and after count, too: clocks differ, and typing takes time. */
const WINDOW = 1;
/** The library throws for other characters. */
const CODE = /^[0-9]{6}$/;
/** Names the account in the app's list. */
const ISSUER = 'Quy Đổi';

/** Makes a secret, in base32 (RFC 4648). */
export function newCodeSecret(random: (size: number) => Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32;
}

/** Address of a secret that authenticator apps read from a QR code (Google's key URI format). @param account e-mail address */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ ...PARAMETERS, period: PERIOD, issuer: ISSUER, label: account, secret }).toString();
}

/** Time step (half minutes since 1970) whose code of an app this is; null for one that does not count at this time. Compares in constant time. */
export function totpStepOf(secret: string, code: string, at: Date): number | null {
  if (!CODE.test(code)) return null;
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...PARAMETERS, period: PERIOD, secret: Secret.fromBase32(secret), token: code, timestamp, window: WINDOW });
  return delta === null ? null : stepAt(at) + delta;
}

/** Time step of a moment. */
export function stepAt(at: Date): number {
  return TOTP.counter({ period: PERIOD, timestamp: at.getTime() });
}

/** When a time step begins. */
export function startOfStep(step: number): Date {
  return new Date(step * PERIOD * SECOND_MS);
}

/** The code that is sent by SMS in a time step (RFC 4226, with the step as its counter). */
export function smsCodeOf(secret: string, step: number): string {
  return HOTP.generate({ ...PARAMETERS, secret: Secret.fromBase32(secret), counter: step });
}

/** Until when a code counts that was sent in a time step: five minutes from its end. */
export function smsCodeEnd(step: number): Date {
  return new Date(startOfStep(step + 1).getTime() + SMS_CODE_SECONDS * SECOND_MS);
}

/** Whether this is the code that was sent in a time step, and still counts. Compares in constant time. */
export function isSmsCode(secret: string, sentStep: number, code: string, at: Date): boolean {
  if (!CODE.test(code) || at >= smsCodeEnd(sentStep)) return false;
  return HOTP.validate({ ...PARAMETERS, secret: Secret.fromBase32(secret), token: code, counter: sentStep, window: 0 }) !== null;
}
