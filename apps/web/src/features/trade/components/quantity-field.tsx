import { Trans, useLingui } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal, formatGrouped } from '@quydoi/domain/money';
import { Chip } from '@quydoi/ui/chip';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { groupWhileTyping, readWhileTyping } from '../../../lib/quantity-text.ts';
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
  const shown = groupWhileTyping(form.quantity, locale);
  const caret = useCaret(shown);

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.target;
    const kind = (event.nativeEvent as InputEvent).inputType ?? '';
    caret.note(value.slice(0, selectionStart ?? value.length));
    const pasted = kind === 'insertFromPaste' || kind === 'insertFromDrop' || kind === 'insertReplacementText' || kind === '';
    form.setQuantity(readWhileTyping({ before: shown, after: value, pasted }, locale, scale));
  };

  const min = formatGrouped(limits.min, scale, locale);
  const max = formatGrouped(limits.max, scale, locale);
  const available = reserve === null ? null : kind === 'buy' ? formatGrouped(reserve, scale, locale) : formatAmount(to, reserve, locale);
  return (
    <div className="grid gap-2">
      <Field error={form.errors.quantity} id={id} label={LABELS[kind]}>
        <Input
          {...fieldProps(id, form.errors.quantity)}
          autoComplete="off"
          data-draft={quantityKey(kind)}
          end={<span className="font-semibold text-muted">{unit}</span>}
          inputMode="decimal"
          large
          onBlur={() => form.quantity !== '' && form.leave('quantity')}
          onChange={onChange}
          placeholder="0"
          ref={caret.input}
          value={shown}
        />
      </Field>
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

/** Keeps the caret behind the same digit when grouping marks are inserted or removed. */
function useCaret(shown: string) {
  const input = useRef<HTMLInputElement>(null);
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
  return { input, note };
}
