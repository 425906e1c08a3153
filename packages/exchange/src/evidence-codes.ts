import { InvariantError } from '@quydoi/domain/invariant';
import type { Ctx } from './context.ts';
import { isMac, type MacSecrets, macOf } from './keyed-mac.ts';

/** Purpose of a code. A code made for one purpose is invalid for another. */
export type EvidenceKind = 'first-hand payment' | 'first-hand words' | 'payment use' | 'attempt' | 'voucher activation' | 'balance line';

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
export function createEvidenceCodes(secrets: MacSecrets): EvidenceCodes {
  return {
    codeOf: (kind, fields) => macOf(textOf(kind, fields), secrets),
    isCode: (code, kind, fields) => isMac(code, textOf(kind, fields), secrets),
  };
}

/** JSON keeps the fields apart whatever they contain. */
function textOf(kind: EvidenceKind, fields: EvidenceFields): string {
  return `evidence ${JSON.stringify([kind, ...fields])}`;
}

/** The codes of this role. @throws InvariantError for a role without the secret, which has no evidence of its own */
export function evidenceCodesOf({ evidence }: Pick<Ctx, 'evidence'>): EvidenceCodes {
  if (!evidence) throw new InvariantError('this role has no evidence of its own');
  return evidence;
}
