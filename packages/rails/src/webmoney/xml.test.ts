import { expect, test } from 'vitest';
import { elementAt, elementsIn, readXml } from './xml.ts';

const TEN_TIMES = (name: string) => `&${name};`.repeat(10);

test('an answer is read with its attributes and texts', () => {
  const answer = readXml('<?xml version="1.0"?><a n="1"><b> x </b><b>y</b><c><b>z</b></c></a>\n');
  expect(answer?.attributes).toEqual({ n: '1' });
  expect(answer && elementsIn(answer, 'b').map(({ text }) => text)).toEqual(['x', 'y']);
  expect(elementAt(answer, 'c', 'b')?.text).toBe('z');
  expect(elementAt(answer, 'd', 'b')).toBeNull();
});

test.each([
  ['a file', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '&e;'],
  ['an address', '<!DOCTYPE a [<!ENTITY e SYSTEM "http://127.0.0.1:1/">]>', '&e;'],
  ['another, which names it ten times', `<!DOCTYPE a [<!ENTITY f "${TEN_TIMES('e')}"><!ENTITY e "${TEN_TIMES('f')}">]>`, '&f;'],
  ['a text', '<!DOCTYPE a [<!ENTITY e "secret">]>', '&e;'],
])('an entity that names %s is not resolved', (_what, declarations, reference) => {
  expect(readXml(`${declarations}<a>${reference}</a>`)?.text).toBe(reference);
});

test.each(['', 'text', '<a>', '<a></a><a></a>', '<a></a> and more', '<html><p>Forbidden</html'])('%j is no answer', (source) => {
  expect(readXml(source)).toBeNull();
});
