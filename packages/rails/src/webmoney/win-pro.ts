import { createHash } from 'node:crypto';
import type { WinProKey } from './key-file.ts';
import { PADDING_BYTES, signText } from './wm-signer.ts';

/** Access to the XML interfaces by a key of WM Keeper WinPro. */
export interface WinProAccess {
  /** Our WMID. */
  readonly wmid: string;
  readonly key: WinProKey;
}

/**
 * Fields of a request that sign it as ours. The padding is a digest of key and text, which nobody else can tell from random bytes.
 * @param text what its interface signs
 */
export function signedAs({ wmid, key }: WinProAccess, text: string): { readonly wmid: string; readonly sign: string } {
  const padding = createHash('sha512')
    .update(`${key.exponent.toString(16)} ${text}`)
    .digest()
    .subarray(0, PADDING_BYTES);
  return { wmid, sign: signText(key, text, padding) };
}
