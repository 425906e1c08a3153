import { readWhileTyping } from '../../lib/quantity-text.ts';
import { isQuantityKey, tradeDraft } from './draft.ts';

/** Most decimals of any currency; the form cuts to its own. */
const DECIMALS_MAX = 8;

/**
 * Takes over what somebody typed into the server's HTML before its script arrived. Fields carry their name in the draft as `data-draft`.
 */
export function adoptTypedText(root: HTMLElement): void {
  const typed: Record<string, string> = {};
  for (const field of root.querySelectorAll<HTMLInputElement>('input[data-draft]')) {
    const name = field.dataset.draft ?? '';
    if (field.value === '' || field.value === field.defaultValue) continue;
    typed[name] = isQuantityKey(name) ? readWhileTyping({ before: '', after: field.value, pasted: true }, 'vi', DECIMALS_MAX) : field.value;
  }
  if (Object.keys(typed).length > 0) tradeDraft.set({ ...tradeDraft.get(), ...typed });
}
