import { LIST_OFFSET_MAX, PAGE_SIZE_MAX } from '@quydoi/domain/constants';

/**
 * Reads a whole list by its pages, as far as lists go. An item that is added in front meanwhile moves the others to later offsets: none is returned twice.
 * @param readPage reads at most `PAGE_SIZE_MAX` items from an offset on
 */
export async function readAllPages<T>(keyOf: (item: T) => string | number, readPage: (offset: number) => Promise<readonly T[]>): Promise<T[]> {
  const all = new Map<string | number, T>();
  for (let offset = 0; offset <= LIST_OFFSET_MAX; offset += PAGE_SIZE_MAX) {
    const page = await readPage(offset);
    for (const item of page) all.set(keyOf(item), item);
    if (page.length < PAGE_SIZE_MAX) break;
  }
  return [...all.values()];
}
