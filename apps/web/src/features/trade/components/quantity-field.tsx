import { Trans, useLingui } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { formatDecimal, formatGrouped, SEPARATORS } from '@quydoi/domain/money';
import { Chip } from '@quydoi/ui/chip';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { type ChangeEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { groupThousands, isUnclear, quantityOf, readingsOf, showEntered, textAfterEdit, textOf } from '../../../lib/quantity-text.ts';
import { quantityKey } from '../draft.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';

const isBrowser = typeof document !== 'undefined';
/** Layout effects do not run on the server. */
const useBeforePaint = isBrowser ? useLayoutEffect : () => {};

const LABELS = {
  buy: <Trans>Số lượng muốn mua</Trans>,
  sell: <Trans>Số lượng muốn bán</Trans>,
  ex: <Trans>Số lượng muốn đổi</Trans>,
};

/** Quantity field with chips that enter its limits. */
export function QuantityField({ form }: { readonly form: TradeFormState }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { code, kind, to } = form.offer;
  const { unit, scale } = CURRENCIES[code];
  const id = fieldId(form.offer, 'quantity');
  const { limits, reserve } = form.quote;
  const { text, shown, enter, leave } = useEntry(form.quantity, locale);
  const readings = readingsOf(form.quantity, scale, locale);
  const caret = useCaret(shown);

  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value: content, selectionStart } = target;
    // Without `inputType` the change came from autofill or a script.
    const selection = (nativeEvent as InputEvent).inputType ? caret.selection() : null;
    const next = textAfterEdit({ text, content, selection }, locale);
    if (showEntered(next, locale) !== content) caret.note(content.slice(0, selectionStart ?? content.length));
    form.setQuantity(enter(next, scale));
  };
  const onBlur = () => {
    leave();
    if (form.quantity !== '') form.blur('quantity');
  };
  const understood = groupThousands(form.quantity, locale);
  const hint = isUnclear(form.quantity) ? (
    <Trans>Chưa rõ số lượng. Hãy chọn hoặc nhập lại.</Trans>
  ) : (
    shown !== understood && `= ${understood} ${unit}`
  );

  const min = formatGrouped(limits.min, scale, locale);
  const max = formatGrouped(limits.max, scale, locale);
  const available = reserve === null ? null : kind === 'buy' ? formatGrouped(reserve, scale, locale) : formatAmount(to, reserve, locale);
  return (
    <div className="grid gap-2">
      <Field error={form.errors.quantity} hint={hint} id={id} label={LABELS[kind]}>
        <Input
          {...fieldProps(id, form.errors.quantity, hint)}
          autoComplete="off"
          data-draft={quantityKey(kind)}
          end={<span className="font-semibold text-muted">{unit}</span>}
          inputMode="decimal"
          large
          onBlur={onBlur}
          onChange={onChange}
          onSelect={caret.onSelect}
          placeholder="0"
          ref={caret.input}
          value={shown}
        />
      </Field>
      {readings.length > 0 && (
        <div className="flex flex-wrap gap-x-1.5 gap-y-2">
          {readings.map((plain) => (
            // Without thousands separators, so that readings such as `1234` and `1,234` (decimal comma) are easy to tell apart.
            <Chip key={plain} onClick={() => form.setQuantity(plain)}>
              {plain.replace('.', SEPARATORS[locale].decimal)} {unit}
            </Chip>
          ))}
        </div>
      )}
      {limits.max > 0n && (
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2">
          <Chip onClick={() => form.setQuantity(formatDecimal(limits.min, scale))}>
            <Trans>
              Tối thiểu <b className="font-semibold">{min}</b>
            </Trans>
          </Chip>
          <Chip onClick={() => form.setQuantity(formatDecimal(limits.max, scale))}>
            <Trans>
              Tối đa <b className="font-semibold">{max}</b>
            </Trans>
          </Chip>
          {available !== null && (
            <Chip aria-label={t`Dự trữ ${available}, chọn mức tối đa`} onClick={() => form.setQuantity(formatDecimal(limits.max, scale))}>
              <Trans>
                Dự trữ <b className="font-semibold">{available}</b>
              </Trans>
            </Chip>
          )}
        </div>
      )}
    </div>
  );
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
  return { text, shown: showEntered(text, locale), enter, leave: () => setEntry({ text: '', quantity: '' }) };
}

/** Keeps the caret behind the same digit when grouping marks are inserted or removed, and remembers the selection. */
function useCaret(shown: string) {
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
  const note = (textBefore: string) => {
    // At the end of the text the browser places the caret correctly.
    charactersBefore.current = textBefore.length >= (input.current?.value.length ?? 0) ? null : textBefore.replace(/\D/g, '').length;
  };
  const onSelect = ({ currentTarget: { selectionStart, selectionEnd } }: SyntheticEvent<HTMLInputElement>) => {
    selected.current = [selectionStart ?? 0, selectionEnd ?? 0];
  };
  return { input, note, onSelect, selection: () => selected.current };
}
