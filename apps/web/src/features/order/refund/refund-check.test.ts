import type { BankView } from '@quydoi/contract/config';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import { FAST_TRANSFER_MIN_VND } from '@quydoi/domain/constants';
import { describe, expect, test } from 'vitest';
import {
  fieldOfErrorCode,
  isBelowTransfers,
  isShownImmediately,
  type RefundEntries,
  refundableBanks,
  refundFieldErrors,
  refundRequest,
  refundTerms,
} from './refund-check.ts';

const BANK: BankView = {
  code: 'vcb',
  bin: '970436',
  shortName: 'Vietcombank',
  name: 'Vietcombank',
  aliases: [],
  accountPattern: '^[0-9]{10,13}$',
  canLookup: true,
  payoutFee: '5500',
};
const FOUND = { state: 'found', name: 'NGUYEN VAN AN' } as const;
const FULL: RefundEntries = {
  bank: BANK,
  account: '0011001234567',
  wallet: 'u7654321',
  address: { address: 'U7654321' },
  holder: FOUND,
  typedHolder: '',
};

test('only banks with a BIN are offered for a refund', () => {
  expect(refundableBanks([{ ...BANK, code: 'vdb', bin: null }, BANK])).toEqual([BANK]);
});

describe('refundFieldErrors', () => {
  test('a complete form has no errors', () => {
    expect(refundFieldErrors('vnd', FULL)).toEqual([]);
    expect(refundFieldErrors('pm', FULL)).toEqual([]);
  });

  test.each([
    ['vnd', { bank: undefined, account: '' }, ['bank missing', 'account missing']],
    ['vnd', { account: '12' }, ['account refused BANK_ACCOUNT_INVALID']],
    ['vnd', { holder: { state: 'waiting' } }, ['account waiting']],
    ['vnd', { holder: { state: 'unavailable' } }, ['account refused LOOKUP_UNAVAILABLE']],
    ['vnd', { holder: { state: 'unavailable', mayType: true } }, ['holder missing']],
    ['vnd', { holder: { state: 'unavailable', mayType: true }, typedHolder: 'NGUYEN VAN AN' }, []],
    ['vnd', { holder: { state: 'invalid', code: 'ACCOUNT_NAME_INVALID' } }, ['account refused ACCOUNT_NAME_INVALID']],
    ['pm', { wallet: '', address: null }, ['wallet missing']],
    ['pm', { holder: { state: 'invalid', code: 'ACCOUNT_NAME_INVALID' } }, ['wallet refused ACCOUNT_NAME_INVALID']],
    ['trc20', { address: { problem: 'wrong-network', hint: '' } }, ['wallet address wrong-network']],
    ['trc20', { holder: { state: 'idle' } }, []],
    ['trc20', { wallet: 'abandon ability able', address: null }, ['wallet refused WALLET_ADDRESS_INVALID']],
  ] as const)('%s with %o', (from, changes, fieldErrors) => {
    const found = refundFieldErrors(from, { ...FULL, ...changes });
    expect(
      found.map((fieldError) =>
        [fieldError.field, fieldError.reason, 'code' in fieldError ? fieldError.code : 'problem' in fieldError ? fieldError.problem : '']
          .join(' ')
          .trim(),
      ),
    ).toEqual(fieldErrors);
  });
});

test('an address of another network is reported while typing, an unfinished one is not', () => {
  const wallet = { field: 'wallet', reason: 'address', hint: '' } as const;
  expect(isShownImmediately({ ...wallet, problem: 'wrong-network' })).toBe(true);
  expect(isShownImmediately({ ...wallet, problem: 'malformed' })).toBe(false);
  expect(isShownImmediately({ ...wallet, problem: 'malformed', instead: 'recovery-phrase' })).toBe(true);
  expect(isShownImmediately({ field: 'wallet', reason: 'missing' })).toBe(false);
  expect(isShownImmediately({ field: 'account', reason: 'refused', code: 'ACCOUNT_NAME_INVALID' })).toBe(true);
  expect(isShownImmediately({ field: 'account', reason: 'refused', code: 'BANK_ACCOUNT_INVALID' })).toBe(false);
});

describe('refundTerms', () => {
  const offered: MismatchOptionsView = {
    missing: null,
    excess: 50_000n,
    recalculation: null,
    recalculationRefusal: 'QUANTITY_TOO_LARGE',
    refund: { amount: 3_000_000n, fee: 0n },
    excessRefund: { amount: 4_000n, fee: 0n },
  };

  test('deducts the bank’s transfer fee', () => {
    expect(refundTerms(offered, 'requestRefund', BANK)).toEqual({ amount: 2_994_500n, fee: 5_500n });
    expect(refundTerms(offered, 'requestRefund', undefined)).toEqual({ amount: 3_000_000n, fee: 0n });
  });

  test('the amount is never negative, and null if the refund is unavailable', () => {
    expect(refundTerms(offered, 'refundExcess', BANK)?.amount).toBe(0n);
    expect(refundTerms(null, 'refundExcess', BANK)).toBeNull();
    expect(refundTerms({ ...offered, refund: null }, 'requestRefund', BANK)).toBeNull();
  });
});

test('a refund below the network’s smallest transfer waits for an operator', () => {
  expect(isBelowTransfers('vnd', { amount: FAST_TRANSFER_MIN_VND - 1n })).toBe(true);
  expect(isBelowTransfers('vnd', { amount: FAST_TRANSFER_MIN_VND })).toBe(false);
  expect(isBelowTransfers('pm', { amount: 1n })).toBe(false);
});

test('dong is refunded to a bank account, other currencies to the normalized address', () => {
  expect(refundRequest('requestRefund', 'vnd', FULL)).toEqual({ action: 'requestRefund', destination: '0011001234567', destinationBank: 'vcb' });
  expect(refundRequest('requestRefund', 'vnd', { ...FULL, typedHolder: 'NGUYEN VAN AN' })).toMatchObject({ destinationName: 'NGUYEN VAN AN' });
  expect(refundRequest('refundExcess', 'pm', FULL)).toEqual({ action: 'refundExcess', destination: 'U7654321' });
  expect(refundRequest('refundExcess', 'pm', { ...FULL, address: null }).destination).toBe('u7654321');
  expect(refundRequest('requestRefund', 'e-voucher', { ...FULL, wallet: '' })).toEqual({ action: 'requestRefund', destination: 'evoucher' });
  expect(refundFieldErrors('e-voucher', { ...FULL, wallet: '' })).toEqual([]);
});

test.each([
  ['BANK_ACCOUNT_INVALID', 'vnd', 'account'],
  ['ACCOUNT_NAME_INVALID', 'vnd', 'account'],
  ['ACCOUNT_NAME_INVALID', 'pm', 'wallet'],
  ['WALLET_ADDRESS_INVALID', 'trc20', 'wallet'],
  ['RESERVE_BUSY', 'trc20', null],
] as const)('%s on %s is shown at field %s', (code, from, field) => {
  expect(fieldOfErrorCode(code, from)).toBe(field);
});
