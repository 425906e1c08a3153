import { describe, expect, test } from 'vitest';
import { offer, VCB } from '../../../testing/samples.ts';
import { type FormEntries, fieldErrorOf, fieldsOf, isShownImmediately } from './field-errors.ts';
import type { Offer } from './offer.ts';
import { accountDigits, bankRoleOf, customerWalletOf, orderInputOf } from './order-input.ts';

const ACCOUNT = '0071000000001';
const FOUND = { state: 'found', name: 'NGUYEN VAN AN' } as const;
const FULL: FormEntries = {
  quantity: '100',
  refusal: null,
  wallet: 'U7654321',
  address: { address: 'U7654321' },
  walletHolder: FOUND,
  bank: VCB,
  account: ACCOUNT,
  accountHolder: FOUND,
  refused: null,
};

function fieldErrorsOf(of: Offer, changes: Partial<FormEntries>): readonly string[] {
  return fieldsOf(of).flatMap((field) => {
    const fieldError = fieldErrorOf(of, field, { ...FULL, ...changes });
    return fieldError
      ? [`${field} ${fieldError.reason === 'refused' ? fieldError.code : fieldError.reason === 'address' ? fieldError.problem : fieldError.reason}`]
      : [];
  });
}

const EMPTY = {
  quantity: '',
  wallet: '',
  address: null,
  walletHolder: { state: 'idle' },
  bank: undefined,
  account: '',
  accountHolder: { state: 'idle' },
} as const;
const WAITING = { state: 'waiting' } as const;
const INVALID = { state: 'invalid', code: 'ACCOUNT_NAME_INVALID' } as const;
const UNAVAILABLE = { state: 'unavailable' } as const;

describe('a buy', () => {
  const buy = offer('buy', 'vnd', 'pm');

  test('asks for its fields from top to bottom', () => {
    expect(fieldErrorsOf(buy, EMPTY)).toEqual(['quantity missing', 'wallet missing', 'bank missing', 'account missing']);
    expect(fieldErrorsOf(buy, {})).toEqual([]);
  });

  test('waits for the wallet’s holder, not for the payer’s', () => {
    expect(fieldErrorsOf(buy, { walletHolder: WAITING, accountHolder: WAITING })).toEqual(['wallet waiting']);
    expect(fieldErrorsOf(buy, { walletHolder: INVALID, accountHolder: INVALID })).toEqual(['wallet ACCOUNT_NAME_INVALID']);
    expect(fieldErrorsOf(buy, { walletHolder: UNAVAILABLE, accountHolder: UNAVAILABLE })).toEqual(['wallet LOOKUP_UNAVAILABLE']);
  });

  test('names what is wrong with an address and an account', () => {
    expect(fieldErrorsOf(buy, { address: { problem: 'wrong-network', hint: '' }, account: '1' })).toEqual([
      'wallet wrong-network',
      'account BANK_ACCOUNT_INVALID',
    ]);
  });

  test('says how many digits an account number has, where there are only digits', () => {
    const refused = (accountPattern: string) => fieldErrorOf(buy, 'account', { ...FULL, account: '1', bank: { ...VCB, accountPattern } });
    expect(refused('^[0-9]{13}$')).toMatchObject({ params: { bank: 'Vietcombank', digits: '13' } });
    expect(refused('^[0-9A-Z]{4,19}$')).toMatchObject({ params: { bank: 'Vietcombank' } });
    expect(accountDigits({ ...VCB, accountPattern: '^[0-9]{8,15}$' })).toBe('8–15');
    expect(accountDigits({ ...VCB, accountPattern: '^[0-9A-Z]{4,19}$' })).toBeNull();
    expect(accountDigits({ ...VCB, accountPattern: '^97[0-9]{8}$' })).toBeNull();
  });

  test('a voucher goes to no wallet', () => {
    expect(fieldErrorsOf(offer('buy', 'vnd', 'e-voucher'), { ...EMPTY, quantity: '1' })).toEqual(['bank missing', 'account missing']);
  });

  test('what the server refused stays said under its field', () => {
    expect(fieldErrorsOf(buy, { refused: { code: 'WALLET_ADDRESS_INVALID', params: {} } })).toEqual(['wallet WALLET_ADDRESS_INVALID']);
    expect(fieldErrorsOf(buy, { refused: { code: 'RESERVE_BUSY', params: {} } })).toEqual([]);
  });
});

describe('a sell', () => {
  const sell = offer('sell', 'pm', 'vnd');

  test('asks for its fields from top to bottom', () => {
    expect(fieldErrorsOf(sell, EMPTY)).toEqual(['quantity missing', 'bank missing', 'account missing', 'wallet missing']);
  });

  test('waits for the holder of the account that is paid', () => {
    expect(fieldErrorsOf(sell, { accountHolder: WAITING })).toEqual(['account waiting']);
    expect(fieldErrorsOf(sell, { accountHolder: INVALID })).toEqual(['account ACCOUNT_NAME_INVALID']);
    expect(fieldErrorsOf(sell, { accountHolder: UNAVAILABLE })).toEqual(['account LOOKUP_UNAVAILABLE']);
  });

  test('takes the sending wallet without a name, when names cannot be had', () => {
    expect(fieldErrorsOf(sell, { walletHolder: UNAVAILABLE })).toEqual([]);
    expect(fieldErrorsOf(sell, { walletHolder: INVALID })).toEqual(['wallet ACCOUNT_NAME_INVALID']);
  });

  test('needs no sending wallet on a chain, but a right one when there is one', () => {
    const chain = offer('sell', 'trc20', 'vnd');
    expect(fieldErrorsOf(chain, { wallet: '', address: null })).toEqual([]);
    expect(fieldErrorsOf(chain, { wallet: 'x', address: { problem: 'malformed', hint: '' } })).toEqual(['wallet malformed']);
  });
});

describe('a swap', () => {
  const swap = offer('ex', 'trc20', 'pm');

  test('asks for quantity and wallet alone', () => {
    expect(fieldErrorsOf(swap, EMPTY)).toEqual(['quantity missing', 'wallet missing']);
    expect(fieldErrorsOf(swap, { ...EMPTY, quantity: '60', wallet: 'U7654321' })).toEqual([]);
  });

  test('waits until a real name is there', () => {
    expect(fieldErrorsOf(swap, { walletHolder: WAITING })).toEqual(['wallet waiting']);
    expect(fieldErrorsOf(swap, { walletHolder: UNAVAILABLE })).toEqual(['wallet LOOKUP_UNAVAILABLE']);
  });
});

test('a limit that is overrun and a holder that is not found are told at once, the rest when the field is left', () => {
  const refused = (code: string) => ({ reason: 'refused', code, params: {} }) as const;
  expect(isShownImmediately('quantity', refused('QUANTITY_TOO_LARGE'))).toBe(true);
  expect(isShownImmediately('quantity', refused('QUANTITY_TOO_SMALL'))).toBe(false);
  expect(isShownImmediately('wallet', refused('ACCOUNT_NAME_INVALID'))).toBe(true);
  expect(isShownImmediately('account', refused('BANK_ACCOUNT_INVALID'))).toBe(false);
  expect(isShownImmediately('wallet', { reason: 'missing' })).toBe(false);
});

describe('the order that is asked for', () => {
  const entered = { quantity: '100.', wallet: 'U7654321', account: ACCOUNT, bank: VCB };

  test.each([
    ['buy', 'vnd', 'pm', { destination: 'U7654321', sender: ACCOUNT, senderBank: 'vcb', rateVersion: 3 }],
    ['buy', 'vnd', 'e-voucher', { destination: 'evoucher', sender: ACCOUNT, senderBank: 'vcb', rateVersion: 5 }],
    ['sell', 'pm', 'vnd', { destination: ACCOUNT, destinationBank: 'vcb', sender: 'U7654321', rateVersion: 4 }],
    ['ex', 'trc20', 'pm', { destination: 'U7654321', rateVersion: 9 }],
    ['ex', 'pm', 'e-voucher', { destination: 'evoucher', rateVersion: 11 }],
  ] as const)('%s of %s to %s', (kind, from, to, rest) => {
    expect(orderInputOf(offer(kind, from, to), entered)).toEqual({ kind, from, to, quantity: '100', ...rest });
  });

  test('a sell without a sending wallet names none', () => {
    expect(orderInputOf(offer('sell', 'trc20', 'vnd'), { ...entered, wallet: '' })).not.toHaveProperty('sender');
  });
});

test('who is asked for which wallet and account', () => {
  expect(customerWalletOf(offer('buy', 'vnd', 'trc20'))).toMatchObject({ code: 'trc20', role: 'destination', required: true });
  expect(customerWalletOf(offer('sell', 'trc20', 'vnd'))).toMatchObject({ code: 'trc20', role: 'sender', required: false });
  expect(customerWalletOf(offer('sell', 'pm', 'vnd'))).toMatchObject({ code: 'pm', role: 'sender', required: true });
  expect(customerWalletOf(offer('sell', 'e-voucher', 'vnd'))).toBeNull();
  expect(customerWalletOf(offer('ex', 'e-voucher', 'pm'))).toMatchObject({ code: 'pm', role: 'destination' });
  expect([bankRoleOf(offer('buy', 'vnd', 'pm')), bankRoleOf(offer('sell', 'pm', 'vnd')), bankRoleOf(offer('ex', 'pm', 'trc20'))]).toEqual([
    'sender',
    'destination',
    null,
  ]);
});
