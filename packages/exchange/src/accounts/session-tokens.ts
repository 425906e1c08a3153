import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/**
 * Bearer tokens of sessions: the token that the database has, and a code over it that only the web's process can make. Whoever reads or writes rows of
 * sessions with a database login has no token that counts, and forged ones cost no query.
 */
export interface SessionTokens {
  /** The bearer token of a session's token. */
  seal(token: string): string;
  /** The session's token in a bearer token; null for one that we did not make. */
  open(bearer: string): string | null;
}

/** 128 bits. */
const CODE_BYTES = 16;
const BEARER = /^([A-Za-z0-9]{16,64})\.([\w-]{22})$/;

/** @param secrets the first seals, all of them open */
export function createSessionTokens(secrets: MacSecrets): SessionTokens {
  return {
    seal: (token) => `${token}.${macOf(textOf(token), secrets, CODE_BYTES)}`,
    open(bearer) {
      const [, token = '', code = ''] = BEARER.exec(bearer) ?? [];
      return token !== '' && isMac(code, textOf(token), secrets, CODE_BYTES) ? token : null;
    },
  };
}

function textOf(token: string): string {
  return `session ${token}`;
}
