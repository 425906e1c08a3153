import { expect, test } from 'vitest';
import { CURRENCY_CODES } from '../currencies.ts';
import { ORDER_KINDS } from '../order-status.ts';
import { isTradeOfKind } from './order-kind.ts';

test('two different currencies have exactly one kind, which dong decides; a currency for itself has none', () => {
  for (const from of CURRENCY_CODES) {
    for (const to of CURRENCY_CODES) {
      const expected = from === to ? [] : [from === 'vnd' ? 'buy' : to === 'vnd' ? 'sell' : 'ex'];
      expect(ORDER_KINDS.filter((kind) => isTradeOfKind(kind, from, to))).toEqual(expected);
    }
  }
});
