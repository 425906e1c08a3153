import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Ctx } from './context.ts';

/** Purpose of a code. A code made for one purpose is invalid for another. */
export type EvidenceKind = 'first-hand payment' | 'first-hand words' | 'payment use';

/** Values that a code binds together, in a fixed order for each kind. */
export type EvidenceFields = readonly (string | null)[];

/**
 * Codes of rows that a role stores as evidence for itself: whoever has its database login, but not the secret of its process, can write such rows, and
 * none that it believes.
 */
export interface EvidenceCodes {
  codeOf(kind: EvidenceKind, fields: EvidenceFields): string;
  isCode(code: string, kind: EvidenceKind, fields: EvidenceFields): boolean;
}

/** Makes codes: HMAC-SHA-256 in base64url. @param secrets the first makes codes, all verify */
export function createEvidenceCodes(secrets: readonly [KeyObject, ...KeyObject[]]): EvidenceCodes {
  // JSON keeps the fields apart whatever they contain.
  const macOf = (secret: KeyObject, kind: EvidenceKind, fields: EvidenceFields) =>
    createHmac('sha256', secret)
      .update(`evidence ${JSON.stringify([kind, ...fields])}`)
      .digest();
  return {
    codeOf: (kind, fields) => macOf(secrets[0], kind, fields).toString('base64url'),
    isCode(code, kind, fields) {
      const given = Buffer.from(code, 'base64url');
      return secrets.some((secret) => {
        const mac = macOf(secret, kind, fields);
        return given.length === mac.length && timingSafeEqual(given, mac);
      });
    },
  };
}

/** The codes of this role. @throws InvariantError for a role without the secret, which has no evidence of its own */
export function evidenceCodesOf({ evidence }: Pick<Ctx, 'evidence'>): EvidenceCodes {
  if (!evidence) throw new InvariantError('this role has no evidence of its own');
  return evidence;
}
