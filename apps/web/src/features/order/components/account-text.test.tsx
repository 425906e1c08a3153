import type { CurrencyCode } from '@quydoi/domain/currencies';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AccountText } from './account-text.tsx';

const GROUPS = /<span class="mr-\[0\.35em\]">(.*?)<\/span>/g;

test.each([
  ['trc20', 'TP7JJ3Lzd1Ns66H8rGZgV8kUNwc8VdGJiA', ['TP7J', 'J3Lz', 'd1Ns', '66H8', 'rGZg', 'V8kU', 'Nwc8', 'VdGJ', 'iA']],
  ['trc20', 'TP7J…GJiA', []],
  ['trc20', 'TP7J••••GJiA', []],
  ['pm', 'U4000022', []],
  ['vnd', '1111140000067', []],
] satisfies [CurrencyCode, string, string[]][])('in %s, %s is shown in groups %j, without a blank between them', (code, account, groups) => {
  const html = renderToStaticMarkup(<AccountText account={account} code={code} />);
  expect([...html.matchAll(GROUPS)].map(([, group]) => group)).toEqual(groups);
  expect(html.replace(/<[^>]*>/g, '')).toBe(account);
});
