/** Pages shown on each side of the present one. */
const SIDE = 2;

/** Numbers of the pages to choose from, the first being 1: the present one and two on each side. */
export function pageWindow(page: number, pages: number): readonly number[] {
  const from = Math.max(1, Math.min(page - SIDE, pages - 2 * SIDE));
  const to = Math.min(pages, Math.max(page + SIDE, 1 + 2 * SIDE));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}
