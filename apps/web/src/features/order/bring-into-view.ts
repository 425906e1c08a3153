/**
 * Scrolls to an element unless the whole of it is in view: smoothly, unless the visitor wants no motion or the page is not in view.
 * @param from what to scroll to, where more than the element should be seen
 */
export function bringIntoView(element: Element, from = element): void {
  const { top, bottom } = element.getBoundingClientRect();
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  // The header covers the top of the page.
  if (top >= (Number.parseFloat(scrollPaddingTop) || 0) && bottom <= innerHeight) return;
  scrollTo(from);
}

/** Scrolls to an element: smoothly, unless the visitor wants no motion or the page is not in view. */
export function scrollTo(element: Element): void {
  const isStill = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' });
}
