import { PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { expect, test } from 'vitest';
import { readAllPages } from './read-all-pages.ts';

const numbersDownFrom = (last: number) => Array.from({ length: last }, (_, index) => last - index);

test('a list that grows while its pages are read has each item once', async () => {
  let last = PAGE_SIZE_MAX + 20;
  const read = await readAllPages(
    (n: number) => n,
    async (offset) => {
      const page = numbersDownFrom(last).slice(offset, offset + PAGE_SIZE_MAX);
      last += 3;
      return page;
    },
  );
  expect(read).toEqual(numbersDownFrom(PAGE_SIZE_MAX + 20));
});
