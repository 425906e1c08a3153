import { expect, test } from 'vitest';
import { parseRichText } from './markdown.ts';

test('what operators write becomes a tree of words and elements', () => {
  expect(parseRichText('## Phí\n\nXem **ngay** [biểu phí](/fee-transfer)\nvà [Tronscan](https://tronscan.org/).\n\n1. Một\n2. _Hai_')).toEqual([
    { tag: 'h2', children: ['Phí'] },
    {
      tag: 'p',
      children: [
        'Xem ',
        { tag: 'strong', children: ['ngay'] },
        ' ',
        { tag: 'a', href: '/fee-transfer', children: ['biểu phí'] },
        ' và ',
        { tag: 'a', href: 'https://tronscan.org/', children: ['Tronscan'] },
        '.',
      ],
    },
    {
      tag: 'ol',
      children: [
        { tag: 'li', children: ['Một'] },
        { tag: 'li', children: [{ tag: 'em', children: ['Hai'] }] },
      ],
    },
  ]);
});

test.each(['<script>alert(1)</script>', '<b>đậm</b>', '{{email}} {{#pm}}x{{/pm}}', '[đây](javascript:alert(1))', '[đây](data:text/html,x)'])(
  '%s is words',
  (source) => {
    expect(parseRichText(source)).toEqual([{ tag: 'p', children: [source] }]);
  },
);

test('a heading has no id', () => {
  expect(parseRichText('## Phí {#faq}')).toEqual([{ tag: 'h2', children: ['Phí {#faq}'] }]);
});

test.each([
  '[đây](http://example.com/)',
  '[đây](//example.com/)',
  '[đây](mailto:a@example.com)',
  '[đây](trang)',
  '<https://example.com/> <mailto:a@example.com>',
  '![ảnh](/a.png)',
  '# Tiêu đề',
  '---',
  '`mã`',
  '```\nmã\n```',
  '> trích',
  'dòng  \nmới',
])('%s cannot be shown', (source) => {
  expect(() => parseRichText(source)).toThrow();
});
