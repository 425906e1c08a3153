import type { Locale } from '@quydoi/domain/locales';
import { type ChangeEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocale } from '../../lib/locale-context.tsx';
import { quantityOf, showEntered, textAfterEdit, textOf } from '../../lib/quantity-text.ts';

const isBrowser = typeof document !== 'undefined';
/** Layout effects do not run on the server. */
const useBeforePaint = isBrowser ? useLayoutEffect : () => {};

/**
 * Field for an amount that groups thousands while it is typed.
 * @param amount plain decimal, or an unclear text
 * @param onEnter receives the amount as read
 */
export function useAmountField(amount: string, scale: number, onEnter: (amount: string) => void) {
  const { locale } = useLocale();
  const { text, shown, isEntering, enter, leave } = useEntry(amount, locale);
  const caret = useCaret(shown, isEntering);
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value: content, selectionStart } = target;
    // Without `inputType` the change came from autofill or a script.
    const selection = (nativeEvent as InputEvent).inputType ? caret.selection() : null;
    const next = textAfterEdit({ text, content, selection }, locale);
    if (showEntered(next, locale) !== content) caret.note(content.slice(0, selectionStart ?? content.length));
    onEnter(enter(next, scale));
  };
  return { shown, leave, input: { onChange, onSelect: caret.onSelect, ref: caret.input, value: shown } };
}

/** Text of the field: as typed while editing, the parsed quantity after blur. */
function useEntry(quantity: string, locale: Locale) {
  const [entry, setEntry] = useState({ text: '', quantity: '' });
  const isEntering = entry.text !== '' && entry.quantity === quantity;
  const text = isEntering ? entry.text : textOf(quantity, locale);
  const enter = (next: string, scale: number) => {
    const entered = quantityOf(next, scale, locale);
    setEntry({ text: next, quantity: entered });
    return entered;
  };
  return { text, shown: showEntered(text, locale), isEntering, enter, leave: () => setEntry({ text: '', quantity: '' }) };
}

/**
 * Keeps the caret behind the same digit when grouping marks are inserted or removed, and remembers the selection. A text that was not entered here
 * and comes while the field has the focus, such as a draft's, is selected, so that what is typed replaces it instead of joining it.
 */
function useCaret(shown: string, isEntering: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const selected = useRef<readonly [number, number]>([0, 0]);
  const charactersBefore = useRef<number | null>(null);
  useBeforePaint(() => {
    const wanted = charactersBefore.current;
    charactersBefore.current = null;
    const field = input.current;
    if (wanted === null || !field || document.activeElement !== field) return;
    let at = 0;
    for (let counted = 0; at < shown.length && counted < wanted; at += 1) if (/\d/.test(shown.charAt(at))) counted += 1;
    if (/[.,]$/.test(shown) && at === shown.length - 1) at += 1;
    field.setSelectionRange(at, at);
  });
  useBeforePaint(() => {
    if (!isEntering && document.activeElement === input.current) input.current?.select();
  }, [shown, isEntering]);
  const note = (textBefore: string) => {
    // At the end of the text the browser places the caret correctly.
    charactersBefore.current = textBefore.length >= (input.current?.value.length ?? 0) ? null : textBefore.replace(/\D/g, '').length;
  };
  const onSelect = ({ currentTarget: { selectionStart, selectionEnd } }: SyntheticEvent<HTMLInputElement>) => {
    selected.current = [selectionStart ?? 0, selectionEnd ?? 0];
  };
  return { input, note, onSelect, selection: () => selected.current };
}
