import { expect, test } from 'vitest';
import { parsePageText } from '../../../markdown-texts.ts';

const bodyOf = (markdown: string) => parsePageText(`---\ntitle: T\ndescription: D\n---\n${markdown}`).body;

test('a text has title, description and labels from its front matter', () => {
  const source = '---\ntitle: Fees\ndescription: "Fees of {{currency}}: all"\nisPrivate: true\nlabels:\n  free: Free\n---\n\nFree.\n';
  expect(parsePageText(source)).toEqual({
    title: 'Fees',
    description: 'Fees of {{currency}}: all',
    isPrivate: true,
    labels: { free: 'Free' },
    body: [{ tag: 'p', children: ['Free.'] }],
  });
});

test('facts and sections stand within paragraphs and list items', () => {
  expect(bodyOf('- {{#pm}}**Now** {{brand}}.{{/pm}}\n- {{^pm}}Later.{{/pm}}')).toEqual([
    {
      tag: 'ul',
      children: [
        {
          tag: 'li',
          children: [{ section: 'pm', children: [{ tag: 'strong', children: ['Now'] }, ' ', { fact: 'brand' }, '.'] }],
        },
        { tag: 'li', children: [{ section: 'pm', isInverted: true, children: ['Later.'] }] },
      ],
    },
  ]);
});

test('a fact that is a paragraph of its own is no paragraph', () => {
  expect(bodyOf('{{feeTable}}')).toEqual([{ fact: 'feeTable' }]);
});

test('headings may have an id, and links lead to pages', () => {
  expect(bodyOf('## Questions {#faq}\n\nSee [here](/history).')).toEqual([
    { tag: 'h2', id: 'faq', children: ['Questions'] },
    { tag: 'p', children: ['See ', { tag: 'a', href: '/history', children: ['here'] }, '.'] },
  ]);
});

test('HTML is text', () => {
  expect(bodyOf('a <script>b</script>')).toEqual([{ tag: 'p', children: ['a <script>b</script>'] }]);
});

test.each(['{{#pm}}open', 'closed{{/pm}}', '{{#pm}}one{{/wmz}}', '![picture](/a.png)', '# Title', '`code`', '---\n'])('%s is refused', (markdown) =>
  expect(() => bodyOf(markdown)).toThrow(),
);

test('a text without title or description is refused', () => {
  expect(() => parsePageText('---\ntitle: T\n---\n\nText.\n')).toThrow('front matter');
  expect(() => parsePageText('Text.\n')).toThrow();
});
