import type { CurrencyCode } from '@quydoi/domain/currencies';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AccountText } from './account-text.tsx';

const GROUPS = /<span class="mr-[^"]*">(.*?)<\/span>/g;

test.each([
  ['trc20', 'TP7JJ3Lzd1Ns66H8rGZgV8kUNwc8VdGJiA', ['TP7J', 'J3Lz', 'd1Ns', '66H8', 'rGZg', 'V8kU', 'Nwc8', 'VdGJ', 'iA']],
  ['erc20', '0x52908400098527886E0F7030069857D2E4169EE7', ['0x', '5290', '8400', '0985', '2788', '6E0F', '7030', '0698', '57D2', 'E416', '9EE7']],
  ['trc20', 'TP7J…GJiA', []],
  ['trc20', 'TP7J••••GJiA', []],
  ['pm', 'U4000022', []],
  ['vnd', '1111140000067', []],
] satisfies [CurrencyCode, string, string[]][])('in %s, %s is shown in groups %j, without a blank between them', (code, account, groups) => {
  const html = renderToStaticMarkup(<AccountText account={account} code={code} />);
  expect([...html.matchAll(GROUPS)].map(([, group]) => group)).toEqual(groups);
  expect(html.replace(/<[^>]*>/g, '')).toBe(account);
});

test.each([
  ['btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ['bc1q', 'v8f3', 't4']],
  ['eth', '0x52908400098527886E0F7030069857D2E4169EE7', ['0x', '5290', '9EE7']],
] satisfies [CurrencyCode, string, string[]][])('in %s, %s stands out at its ends %j where it is compared', (code, account, ends) => {
  const html = renderToStaticMarkup(<AccountText account={account} code={code} marksEnds />);
  expect([...html.matchAll(/font-semibold[^>]*>(.*?)<.span>/g)].map(([, group]) => group)).toEqual(ends);
});
