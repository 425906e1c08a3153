import type { Locale } from '@quydoi/domain/locales';
import { quantityOf } from '../../lib/quantity-text.ts';
import { isQuantityKey, tradeDraft } from './draft.ts';

/** Maximum decimals of any currency; the form refuses more than its own. */
const DECIMALS_MAX = 8;

/**
 * Stores what was typed or chosen before hydration in the draft, so that hydration keeps it. Inputs name their draft key in `data-draft`, the
 * choice of a bank is the radio group of its key. An empty field that has the focus stays empty: what an earlier visit left in the draft would come
 * under the finger, and be joined by what is typed.
 */
export function adoptTypedText(root: HTMLElement, locale: Locale): void {
  const typed: Record<string, string> = {};
  for (const field of root.querySelectorAll<HTMLInputElement>('input[data-draft],input[name=bank]:checked')) {
    const name = field.dataset.draft ?? field.name;
    const isUntouched = field.value === '' || field.value === field.defaultValue;
    if (isUntouched && !field.checked && field !== document.activeElement) continue;
    typed[name] = isQuantityKey(name) ? quantityOf(field.value, DECIMALS_MAX, locale) : field.value;
  }
  if (Object.keys(typed).length > 0) tradeDraft.update((draft) => ({ ...draft, ...typed }));
}
