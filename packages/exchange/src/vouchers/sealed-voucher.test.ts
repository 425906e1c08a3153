import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { numberHashesOf, openVoucher, sealVoucher, type VoucherSecrets } from './sealed-voucher.ts';

const VOUCHER = { number: '0123456789', code: '0011223344556677' };
const secret = (text: string) => createSecretKey(Buffer.from(text));
const SECRETS: VoucherSecrets = [secret('new'), secret('old')];
const FOR = ['issued', 'attempt-1', 'order-1'] as const;

const seal = (secrets = SECRETS) => sealVoucher(VOUCHER, FOR, secrets, (size) => randomBytes(size));

test('a sealed voucher opens for its own record alone, and shows nothing', () => {
  const sealed = seal();
  expect(openVoucher(sealed, FOR, SECRETS)).toEqual(VOUCHER);
  expect(openVoucher(sealed, ['issued', 'attempt-1', 'order-2'], SECRETS)).toBeNull();
  expect(openVoucher(sealed, ['submitted', 'attempt-1', 'order-1'], SECRETS)).toBeNull();
  expect(Buffer.from(sealed.split(':')[3] ?? '', 'base64url').toString('latin1')).not.toContain(VOUCHER.code);
  expect(seal()).not.toBe(sealed);
});

test('one sealed under an older secret opens while that is listed', () => {
  const [, old] = SECRETS;
  const sealed = seal([old as VoucherSecrets[0]]);
  expect(openVoucher(sealed, FOR, SECRETS)).toEqual(VOUCHER);
  expect(openVoucher(sealed, FOR, [secret('new')])).toBeNull();
});

test('a changed text does not open', () => {
  const [version, id, nonce, text = ''] = seal().split(':');
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'A' ? 'B' : 'A';
    const changed = [version, id, nonce, `${text.slice(0, at)}${other}${text.slice(at + 1)}`].join(':');
    // The last character has bits that base64url ignores.
    if (Buffer.from(changed.split(':')[3] ?? '', 'base64url').equals(Buffer.from(text, 'base64url'))) continue;
    expect(openVoucher(changed, FOR, SECRETS)).toBeNull();
  }
  for (const nonsense of ['', ':::', 'v1:x:y:z', `v2:${id}:${nonce}:${text}`]) expect(openVoucher(nonsense, FOR, SECRETS)).toBeNull();
});

test('the hash of a number depends on the secret', () => {
  const [first, second] = numberHashesOf(VOUCHER.number, SECRETS);
  expect(first).not.toBe(second);
  expect(numberHashesOf(VOUCHER.number, [SECRETS[0]])).toEqual([first]);
});
