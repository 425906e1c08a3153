import { Qr } from '@quydoi/ui/qr';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

/** Modules on a side of the code of a text. */
function modulesOf(bytes: number): number {
  const html = renderToStaticMarkup(<Qr title="" value={'a'.repeat(bytes)} />);
  expect(html).toMatch(/<svg[^>]*height="150" width="150"/);
  return Number(/viewBox="0 0 (\d+) \1"/.exec(html)?.[1]);
}

test('codes are drawn 150 wide, and at error correction M: that of 21 modules holds 14 bytes, at L 17', () => {
  expect([modulesOf(14), modulesOf(15), modulesOf(26), modulesOf(27)]).toEqual([21, 25, 25, 29]);
});
