import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { largestQuantityFor, type PriceTerms, smallestQuantityFor } from '@quydoi/domain/price/quote';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { isUnclear } from '../../../lib/quantity-text.ts';
import { useAmountField } from '../use-amount-field.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { AmountReadings } from './amount-readings.tsx';
import { useLaterMessages } from './use-later-messages.ts';

/**
 * Field for the other side of the trade: the dong that a buyer wants to pay, at most, or the amount that a seller or swapper wants to get, at
 * least. Enters the quantity that follows.
 */
export function AmountEntry({ form }: { readonly form: TradeFormState }) {
  useLaterMessages();
  const { locale } = useLocale();
  const { kind, from, to } = form.offer;
  const { terms } = form.quote;
  const code = kind === 'buy' ? from : to;
  const { unit, scale } = CURRENCIES[code];
  const id = fieldId(form.offer, 'amount');
  const [entry, setEntry] = useState({ amount: '', quantity: '' });
  // Another quantity makes the amount void.
  const amount = entry.quantity === form.quantity ? entry.amount : '';
  const enter = (entered: string) => {
    const quantity = quantityFor(terms, entered, scale, CURRENCIES[form.offer.code].scale);
    setEntry({ amount: entered, quantity });
    form.setQuantity(quantity);
  };
  const { input, leave } = useAmountField(amount, scale, enter);
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const needsReading = isUnclear(amount);
  const sent = amount === '' ? null : form.quote.priced?.amountSent;
  const isLess = kind === 'buy' && sent != null && formatDecimal(sent, scale) !== amount;
  const hint = needsReading ? (
    <Trans>Chưa rõ số tiền. Hãy chọn hoặc nhập lại.</Trans>
  ) : (
    isLess && (
      <Trans>
        Bạn chuyển đúng {formatAmount(code, sent, locale)}: phần lẻ không đủ mua thêm {formatAmount(form.offer.code, 1n, locale)}.
      </Trans>
    )
  );
  return (
    <div className="grid gap-2 pb-2">
      <Field hint={hint} id={id} label={kind === 'buy' ? <Trans>Bạn muốn chuyển</Trans> : <Trans>Bạn muốn nhận</Trans>}>
        <Input
          {...fieldProps(id, null, hint)}
          {...input}
          autoComplete="off"
          end={<span className="font-semibold text-muted">{unit}</span>}
          inputMode="decimal"
          large
          onBlur={leave}
          placeholder="0"
        />
      </Field>
      {needsReading && <AmountReadings amount={amount} onChoose={enter} scale={scale} unit={unit} />}
    </div>
  );
}

/** Quantity for an amount of the other side, plain decimal; empty if the amount is empty, unclear or has no price. */
function quantityFor(terms: PriceTerms | null, text: string, scale: number, quantityScale: number): string {
  const amount = parseDecimal(text, scale);
  if (terms === null || amount === null) return '';
  const quantity = terms.kind === 'buy' ? largestQuantityFor(terms, amount) : smallestQuantityFor(terms, amount);
  return formatDecimal(quantity, quantityScale);
}
