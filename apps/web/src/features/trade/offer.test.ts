import type { ConfigView, CurrencyView } from '@quydoi/contract/config';
import { describe, expect, test } from 'vitest';
import { CONFIG, offer } from '../../../testing/samples.ts';
import { choicesOf, defaultOffer, offersOf } from './offer.ts';
import { sourcesOf, targetsOf } from './pairs.ts';
import { isMissingOffer, kindPath, offerAt, parsePair, tradePath } from './trade-path.ts';

function withCurrency(code: string, changes: object): ConfigView {
  return {
    ...CONFIG,
    currencies: CONFIG.currencies.map((currency) => (currency.code === code ? ({ ...currency, ...changes } as CurrencyView) : currency)),
  };
}

describe('offers', () => {
  test('a kind lists the trades with a price', () => {
    expect(offersOf(CONFIG, 'buy').map(({ to }) => to)).toEqual(['pm', 'e-voucher', 'trc20']);
    expect(offersOf(CONFIG, 'sell').map(({ from }) => from)).toEqual(['pm', 'e-voucher', 'trc20']);
    expect(offersOf(CONFIG, 'ex').map(({ from, to }) => `${from}-${to}`)).toEqual(['pm-e-voucher', 'pm-trc20', 'e-voucher-pm', 'trc20-pm']);
  });

  test('pay-in and payout are disabled independently', () => {
    const noPayIn = withCurrency('pm', { canPayIn: false, canPayOut: true });
    expect(offer('buy', 'vnd', 'pm', noPayIn).isOpen).toBe(true);
    expect(offer('sell', 'pm', 'vnd', noPayIn).isOpen).toBe(false);
    expect(offer('ex', 'pm', 'trc20', noPayIn).isOpen).toBe(false);
    expect(offer('ex', 'trc20', 'pm', noPayIn).isOpen).toBe(true);
    const noPayOut = withCurrency('pm', { canPayIn: true, canPayOut: false });
    expect(offer('buy', 'vnd', 'pm', noPayOut).isOpen).toBe(false);
    expect(offer('sell', 'pm', 'vnd', noPayOut).isOpen).toBe(true);
    expect(offer('ex', 'trc20', 'pm', noPayOut).isOpen).toBe(false);
  });

  test('trades disabled by operators are closed', () => {
    expect(offer('buy', 'vnd', 'pm', withCurrency('pm', { allowBuy: false })).isOpen).toBe(false);
    expect(offer('sell', 'pm', 'vnd', withCurrency('pm', { allowSell: false })).isOpen).toBe(false);
    const closed = { ...CONFIG, site: { ...CONFIG.site, allowExchange: false } };
    expect(offersOf(closed, 'ex').some(({ isOpen }) => isOpen)).toBe(false);
    expect(offer('buy', 'vnd', 'pm', closed).isOpen).toBe(true);
  });

  test('the default is the first open one', () => {
    expect(defaultOffer(offersOf(withCurrency('pm', { allowBuy: false }), 'buy'))?.code).toBe('e-voucher');
    expect(choicesOf(offersOf(CONFIG, 'buy'), 'pm').map(({ code }) => code)).toEqual(['pm', 'e-voucher', 'trc20']);
  });
});

describe('addresses', () => {
  test.each([
    ['pm-trc20', { from: 'pm', to: 'trc20' }],
    ['pm-e-voucher', { from: 'pm', to: 'e-voucher' }],
    ['e-voucher-pm', { from: 'e-voucher', to: 'pm' }],
    ['doge-e-voucher', { from: 'doge', to: 'e-voucher' }],
    ['pm', { from: 'pm', to: '' }],
  ])('%s is %o', (text, pair) => {
    expect(parsePair(text, (code) => ['pm', 'trc20', 'e-voucher'].includes(code))).toEqual(pair);
  });

  test('an offer is found by its own path', () => {
    for (const kind of ['buy', 'sell', 'ex'] as const) {
      for (const made of offersOf(CONFIG, kind)) {
        const last = tradePath(made).split('/').at(-1) ?? '';
        expect(offerAt(offersOf(CONFIG, kind), kind === 'ex' ? { pair: last } : { code: last })).toEqual(made);
      }
    }
  });

  test('an unknown currency or pair is missing, an unspecified one is not', () => {
    expect(isMissingOffer(CONFIG, 'buy', { code: 'doge' })).toBe(true);
    expect(isMissingOffer(CONFIG, 'ex', { pair: 'trc20-e-voucher' })).toBe(true);
    expect(isMissingOffer(CONFIG, 'ex', { pair: 'pm-pm' })).toBe(true);
    expect(isMissingOffer(CONFIG, 'ex', {})).toBe(false);
  });

  test('switching the kind keeps the currency if the kind offers it', () => {
    expect(kindPath(CONFIG, 'sell', 'trc20')).toBe('/sell/trc20');
    expect(kindPath(CONFIG, 'sell', 'btc')).toBe('/sell');
    expect(kindPath(CONFIG, 'ex', 'pm')).toBe('/exchange');
  });
});

describe('picking one side of a swap', () => {
  const paths = (offers: readonly { from: string; to: string }[]) => offers.map(({ from, to }) => `${from}-${to}`);

  test('keeps the other side, else reverses the pair, else takes the first one available', () => {
    const offers = offersOf(CONFIG, 'ex');
    const chosen = offer('ex', 'pm', 'trc20');
    expect(paths(sourcesOf(offers, chosen))).toEqual(['pm-trc20', 'e-voucher-pm', 'trc20-pm']);
    expect(paths(targetsOf(offers, chosen))).toEqual(['trc20-pm', 'pm-e-voucher', 'pm-trc20']);
  });
});
