import type { KeyObject } from 'node:crypto';
import { readVoucherCode, readVoucherNumber, type VoucherText } from '@quydoi/domain/voucher';
import { type MacSecrets, macOf } from '../keyed-mac.ts';
import { createSealing } from '../sealed-text.ts';

/*
 * Number and code of a voucher as they are stored: sealed under a secret that only the processes of web and signer have, bound to the record that
 * they belong to. A sealed text that is copied into another record does not open, and no database login can make one.
 */

/** Secrets of sealed vouchers, shared by web and signer: the first seals, all open. */
export type VoucherSecrets = MacSecrets;

/** What a sealed voucher belongs to: its purpose, then ids. */
export type SealedFor = readonly ['issued' | 'submitted', ...string[]];

const SEALING = createSealing('voucher sealing');

/** Seals a voucher for a record. */
export function sealVoucher(
  { number, code }: VoucherText,
  sealedFor: SealedFor,
  secrets: VoucherSecrets,
  random: (size: number) => Uint8Array,
): string {
  return SEALING.seal(`${number};${code}`, sealedFor, secrets, random);
}

/** Opens a voucher; null when it was not sealed for this record under one of the secrets. */
export function openVoucher(sealed: string, sealedFor: SealedFor, secrets: VoucherSecrets): VoucherText | null {
  const [number = '', code = ''] = SEALING.open(sealed, sealedFor, secrets)?.split(';') ?? [];
  return number !== '' && readVoucherNumber(number) === number && readVoucherCode(code) === code ? { number, code } : null;
}

/** Keyed hashes of a voucher's number, to find it by: under the first secret for new rows, under all for a search. */
export function numberHashesOf(number: string, secrets: VoucherSecrets): [string, ...string[]] {
  const hashOf = (secret: KeyObject) => macOf(`voucher number ${number}`, [secret]);
  return [hashOf(secrets[0]), ...secrets.slice(1).map(hashOf)];
}
