import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/**
 * What a token is for: the link of a mail, a login that waits for its code, a second factor that is being set up, a login with a passkey, or a passkey
 * that is being made.
 */
export type LinkPurpose = 'reset' | 'verify' | 'login' | 'set-up' | 'passkey-login' | 'passkey-set-up';

/**
 * Tokens of links in mails, and of calls that continue another one: a subject, the time until which it counts, and a code over both that only the web's
 * process can make. Nobody makes one by writing rows, and forged ones cost no query.
 */
export interface AccountLinks {
  seal(purpose: LinkPurpose, subject: string, expiresAt: Date): string;
  /** The subject of a token; null for one that we did not make for this purpose, and for one that has expired. */
  open(purpose: LinkPurpose, token: string, now: Date): string | null;
}

/** 128 bits. */
const CODE_BYTES = 16;
const TOKEN = /^([\w-]{1,512})\.([0-9a-z]{8,9})\.([\w-]{22})$/;
const TIME_RADIX = 36;

/** @param secrets the first seals, all of them open */
export function createAccountLinks(secrets: MacSecrets): AccountLinks {
  return {
    seal(purpose, subject, expiresAt) {
      const [encoded, until] = [Buffer.from(subject).toString('base64url'), expiresAt.getTime().toString(TIME_RADIX)];
      return `${encoded}.${until}.${macOf(textOf(purpose, encoded, until), secrets, CODE_BYTES)}`;
    },
    open(purpose, token, now) {
      const [, encoded = '', until = '', code = ''] = TOKEN.exec(token) ?? [];
      if (code === '' || !isMac(code, textOf(purpose, encoded, until), secrets, CODE_BYTES)) return null;
      return now.getTime() < Number.parseInt(until, TIME_RADIX) ? Buffer.from(encoded, 'base64url').toString() : null;
    },
  };
}

function textOf(purpose: LinkPurpose, encoded: string, until: string): string {
  return `link ${purpose} ${encoded} ${until}`;
}
