import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import { describe, expect, test } from 'vitest';
import { offer, VCB } from '../../../testing/samples.ts';
import { type FormEntries, fieldErrorOf, fieldsOf, isShownImmediately } from './field-errors.ts';
import type { TradeOption } from './offer.ts';
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
  typedHolder: '',
  refused: null,
};

function fieldErrorsOf(of: TradeOption, changes: Partial<FormEntries>): readonly string[] {
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

  test('requires its fields from top to bottom', () => {
    expect(fieldErrorsOf(buy, EMPTY)).toEqual(['quantity missing', 'wallet missing', 'bank missing', 'account missing']);
    expect(fieldErrorsOf(buy, {})).toEqual([]);
  });

  test('reports a quantity that was not understood', () => {
    expect(fieldErrorsOf(buy, { quantity: '?1.234' })).toEqual(['quantity unclear']);
  });

  test('sends no secret as a wallet, even where it could not be validated', () => {
    expect(fieldErrorsOf(buy, { wallet: `${'abandon '.repeat(11)}about`, address: null })).toEqual(['wallet WALLET_ADDRESS_INVALID']);
    expect(fieldErrorsOf(buy, { wallet: 'U7654321', address: null })).toEqual([]);
  });

  test('waits for the wallet holder’s name, not for the payer’s', () => {
    expect(fieldErrorsOf(buy, { walletHolder: WAITING, accountHolder: WAITING })).toEqual(['wallet waiting']);
    expect(fieldErrorsOf(buy, { walletHolder: INVALID, accountHolder: INVALID })).toEqual(['wallet ACCOUNT_NAME_INVALID']);
    expect(fieldErrorsOf(buy, { walletHolder: UNAVAILABLE, accountHolder: UNAVAILABLE })).toEqual(['wallet LOOKUP_UNAVAILABLE']);
  });

  test('reports invalid addresses and account numbers', () => {
    expect(fieldErrorsOf(buy, { address: { problem: 'wrong-network', hint: '' }, account: '1' })).toEqual([
      'wallet wrong-network',
      'account BANK_ACCOUNT_INVALID',
    ]);
  });

  test('states the number of digits of numeric account numbers', () => {
    const refused = (accountPattern: string) => fieldErrorOf(buy, 'account', { ...FULL, account: '1', bank: { ...VCB, accountPattern } });
    expect(refused('^[0-9]{13}$')).toMatchObject({ params: { bank: 'Vietcombank', digits: '13' } });
    expect(refused('^[0-9A-Z]{4,19}$')).toMatchObject({ params: { bank: 'Vietcombank' } });
    expect(accountDigits({ ...VCB, accountPattern: '^[0-9]{8,15}$' })).toBe('8–15');
    expect(accountDigits({ ...VCB, accountPattern: '^[0-9A-Z]{4,19}$' })).toBeNull();
    expect(accountDigits({ ...VCB, accountPattern: '^97[0-9]{8}$' })).toBeNull();
  });

  test('an e-voucher requires no wallet', () => {
    expect(fieldErrorsOf(offer('buy', 'vnd', 'e-voucher'), { ...EMPTY, quantity: '1' })).toEqual(['bank missing', 'account missing']);
  });

  test('shows the server’s error at its field', () => {
    expect(fieldErrorsOf(buy, { refused: { code: 'WALLET_ADDRESS_INVALID', params: {} } })).toEqual(['wallet WALLET_ADDRESS_INVALID']);
    expect(fieldErrorsOf(buy, { refused: { code: 'BANK_ACCOUNT_INVALID', params: {} } })).toEqual(['account BANK_ACCOUNT_INVALID']);
    expect(fieldErrorsOf(buy, { refused: { code: 'RESERVE_BUSY', params: {} } })).toEqual([]);
  });

  test('keeps what the server found wrong with an account or a wallet', () => {
    const refusedFor = (code: string) => ({ refused: { code, params: { problem: 'ours' } } });
    expect(fieldErrorOf(buy, 'account', { ...FULL, ...refusedFor('BANK_ACCOUNT_INVALID') })).toMatchObject({ params: { problem: 'ours' } });
    expect(fieldErrorOf(buy, 'wallet', { ...FULL, ...refusedFor('WALLET_ADDRESS_INVALID') })).toMatchObject({ params: { problem: 'ours' } });
  });
});

describe('a sell', () => {
  const sell = offer('sell', 'pm', 'vnd');

  test('requires its fields from top to bottom', () => {
    expect(fieldErrorsOf(sell, EMPTY)).toEqual(['quantity missing', 'bank missing', 'account missing', 'wallet missing']);
  });

  test('waits for the holder’s name of the destination account', () => {
    expect(fieldErrorsOf(sell, { accountHolder: WAITING })).toEqual(['account waiting']);
    expect(fieldErrorsOf(sell, { accountHolder: INVALID })).toEqual(['account ACCOUNT_NAME_INVALID']);
    expect(fieldErrorsOf(sell, { accountHolder: UNAVAILABLE })).toEqual(['account LOOKUP_UNAVAILABLE']);
  });

  test('asks for the holder’s name where it cannot be looked up', () => {
    const accountHolder = { state: 'unavailable', mayType: true } as const;
    expect(fieldErrorsOf(sell, { accountHolder })).toEqual(['holder missing']);
    expect(fieldErrorsOf(sell, { accountHolder, typedHolder: 'NGUYEN VAN AN' })).toEqual([]);
    expect(fieldErrorsOf(offer('buy', 'vnd', 'pm'), { accountHolder })).toEqual([]);
  });

  test('accepts a sending wallet without a name if the lookup is unavailable', () => {
    expect(fieldErrorsOf(sell, { walletHolder: UNAVAILABLE })).toEqual([]);
    expect(fieldErrorsOf(sell, { walletHolder: INVALID })).toEqual(['wallet ACCOUNT_NAME_INVALID']);
  });

  test('requires no sending wallet on a chain, but validates an entered one', () => {
    const chain = offer('sell', 'trc20', 'vnd');
    expect(fieldErrorsOf(chain, { wallet: '', address: null })).toEqual([]);
    expect(fieldErrorsOf(chain, { wallet: 'x', address: { problem: 'malformed', hint: '' } })).toEqual(['wallet malformed']);
  });
});

describe('a swap', () => {
  const swap = offer('ex', 'trc20', 'pm');

  test('requires quantity and wallet only', () => {
    expect(fieldErrorsOf(swap, EMPTY)).toEqual(['quantity missing', 'wallet missing']);
    expect(fieldErrorsOf(swap, { ...EMPTY, quantity: '60', wallet: 'U7654321' })).toEqual([]);
  });

  test('waits for the wallet holder’s name', () => {
    expect(fieldErrorsOf(swap, { walletHolder: WAITING })).toEqual(['wallet waiting']);
    expect(fieldErrorsOf(swap, { walletHolder: UNAVAILABLE })).toEqual(['wallet LOOKUP_UNAVAILABLE']);
  });
});

test('shows exceeded limits, unknown holders and what is no address at all immediately, other errors once the field loses focus', () => {
  const refused = (code: string) => ({ reason: 'refused', code, params: {} }) as const;
  expect(isShownImmediately('quantity', refused('QUANTITY_TOO_LARGE'))).toBe(true);
  expect(isShownImmediately('quantity', refused('QUANTITY_TOO_SMALL'))).toBe(false);
  expect(isShownImmediately('wallet', refused('ACCOUNT_NAME_INVALID'))).toBe(true);
  expect(isShownImmediately('account', refused('BANK_ACCOUNT_INVALID'))).toBe(false);
  expect(isShownImmediately('wallet', { reason: 'missing' })).toBe(false);
  expect(isShownImmediately('wallet', { reason: 'address', problem: 'malformed', hint: '' })).toBe(false);
  expect(isShownImmediately('wallet', { reason: 'address', problem: 'malformed', hint: '', instead: 'private-key' })).toBe(true);
});

describe('orderInputOf', () => {
  test('names the coupon of a purchase or a swap, and none of a sale, which has no fee', () => {
    const couponOf = (...of: Parameters<typeof offer>) => orderInputOf(offer(...of), { ...entered, coupon: 'TET2027' }).coupon;
    expect([couponOf('buy', 'vnd', 'pm'), couponOf('ex', 'trc20', 'pm'), couponOf('sell', 'pm', 'vnd')]).toEqual(['TET2027', 'TET2027', undefined]);
    expect(orderInputOf(offer('buy', 'vnd', 'pm'), entered)).not.toHaveProperty('coupon');
  });

  const entered = { quantity: '100', wallet: 'U7654321', account: ACCOUNT, bank: VCB, typedHolder: '', coupon: '' };

  test.each([
    ['buy', 'vnd', 'pm', { destination: 'U7654321', sender: ACCOUNT, senderBank: 'vcb', rateVersion: 3 }],
    ['buy', 'vnd', 'e-voucher', { destination: 'evoucher', sender: ACCOUNT, senderBank: 'vcb', rateVersion: 5 }],
    ['sell', 'pm', 'vnd', { destination: ACCOUNT, destinationBank: 'vcb', sender: 'U7654321', rateVersion: 4 }],
    ['ex', 'trc20', 'pm', { destination: 'U7654321', rateVersion: 9 }],
    ['ex', 'pm', 'e-voucher', { destination: 'evoucher', rateVersion: 11 }],
  ] as const)('%s of %s to %s', (kind, from, to, rest) => {
    expect(orderInputOf(offer(kind, from, to), entered)).toEqual({ kind, from, to, quantity: '100', ...rest });
  });

  test('tells the typed name of a sell’s destination', () => {
    const sold = orderInputOf(offer('sell', 'pm', 'vnd'), { ...entered, typedHolder: 'NGUYEN VAN AN' });
    expect(sold).toMatchObject({ destination: ACCOUNT, destinationName: 'NGUYEN VAN AN' });
  });

  test('omits the sender of a sell without a sending wallet', () => {
    expect(orderInputOf(offer('sell', 'trc20', 'vnd'), { ...entered, wallet: '' })).not.toHaveProperty('sender');
  });
});

test.each(['pm', 'wmz'])('a swap to %s looks up the holder of the wallet', (to) => {
  const config = sampleConfig({ codes: ['trc20', 'pm', 'wmz'] });
  expect(customerWalletOf(offer('ex', 'trc20', to, config))?.currency).toMatchObject({ code: to, needsHolderName: true });
});

test('wallet and bank account required by each kind of trade', () => {
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
