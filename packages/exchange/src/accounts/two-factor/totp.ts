import { Secret, TOTP } from 'otpauth';

/** 160 bits, the length that RFC 4226 recommends (section 4, R6). */
const SECRET_BYTES = 20;
/** What every authenticator app supports (RFC 6238): SHA-1, six digits, a new code every half minute. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Codes of the half minute before and after count, too: clocks differ, and typing takes time. */
const WINDOW = 1;
/** The library throws for other characters. */
const CODE = /^[0-9]{6}$/;
/** Names the account in the app's list. */
const ISSUER = 'Quy Đổi';

/** Makes the secret of an authenticator app, in base32 (RFC 4648). */
export function newTotpSecret(random: (size: number) => Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32;
}

/** Address of a secret that authenticator apps read from a QR code (Google's key URI format). @param account e-mail address */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: account, secret }).toString();
}

/** Time step (half minutes since 1970) whose code this is; null for one that does not count at this time. Compares in constant time. */
export function totpStepOf(secret: string, code: string, at: Date): number | null {
  if (!CODE.test(code)) return null;
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...PARAMETERS, secret: Secret.fromBase32(secret), token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp }) + delta;
}
