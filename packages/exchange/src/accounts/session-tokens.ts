import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/** What a bearer token tells: a session's token in the database, and whose session it began as. */
interface BearerContent {
  readonly token: string;
  readonly customerId: string;
}

/**
 * Bearer tokens of sessions: the token that the database has, the customer, and a code over both that only the web's process can make. Whoever reads
 * rows of sessions with a database login has no token that counts, whoever writes them gives none to another customer, and forged ones cost no query.
 */
export interface SessionTokens {
  /** The bearer token of a customer's session. */
  seal(content: BearerContent): string;
  /** What a bearer token tells; null for one that we did not make. Its session counts only while its row is this customer's. */
  open(bearer: string): BearerContent | null;
}

/** 128 bits. */
const CODE_BYTES = 16;
const BEARER = /^([A-Za-z0-9]{16,64})\.([A-Z0-9]{8})\.([\w-]{22})$/;

/** @param secrets the first seals, all of them open */
export function createSessionTokens(secrets: MacSecrets): SessionTokens {
  return {
    seal: (content) => `${content.token}.${content.customerId}.${macOf(textOf(content), secrets, CODE_BYTES)}`,
    open(bearer) {
      const [, token = '', customerId = '', code = ''] = BEARER.exec(bearer) ?? [];
      const content = { token, customerId };
      return token !== '' && isMac(code, textOf(content), secrets, CODE_BYTES) ? content : null;
    },
  };
}

function textOf({ token, customerId }: BearerContent): string {
  return `session ${customerId} ${token}`;
}
