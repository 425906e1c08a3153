import { Trans, useLingui } from '@lingui/react/macro';
import { CURRENCIES, isUsdt } from '@quydoi/domain/currencies';
import { formatDecimal, formatGrouped } from '@quydoi/domain/money';
import { Chip } from '@quydoi/ui/chip';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import type { ReactNode } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { groupThousands, isUnclear } from '../../../lib/quantity-text.ts';
import { quantityKey } from '../draft.ts';
import { useAmountField } from '../use-amount-field.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { FormPart } from './form-part.tsx';

const LABELS = {
  buy: <Trans>Số lượng muốn mua</Trans>,
  sell: <Trans>Số lượng muốn bán</Trans>,
  ex: <Trans>Số lượng muốn đổi</Trans>,
};

/** Quantity field beside the choice of its currency, with chips that enter its limits. */
export function QuantityField({ form, currency }: { readonly form: TradeFormState; readonly currency: ReactNode }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { code, kind, to } = form.offer;
  const { unit, scale } = CURRENCIES[code];
  const id = fieldId(form.offer, 'quantity');
  const { limits, most, isMoreForMembers, reserve } = form.quote;
  const { shown, leave, input } = useAmountField(form.quantity, scale, form.setQuantity);
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
  const max = formatGrouped(most, scale, locale);
  const chooseMax = () => form.setQuantity(formatDecimal(most, scale));
  const available = reserve === null ? null : kind === 'buy' ? formatGrouped(reserve, scale, locale) : formatAmount(to, reserve, locale);
  return (
    <div className="grid gap-2">
      <Field error={form.errors.quantity} hint={hint} id={id} label={LABELS[kind]}>
        <div className="flex flex-wrap gap-2">
          <Input
            {...fieldProps(id, form.errors.quantity, hint)}
            {...input}
            autoComplete="off"
            className="min-w-20 flex-1"
            data-draft={quantityKey(kind)}
            end={isUsdt(code) || <span className="font-semibold text-muted">{unit}</span>}
            inputMode="decimal"
            large
            onBlur={onBlur}
            placeholder="0"
          />
          {currency}
        </div>
      </Field>
      {isUnclear(form.quantity) && <FormPart form={form} of="readings" />}
      {form.threshold !== null && <FormPart form={form} of="need" />}
      {limits.max > 0n && (
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2">
          <Chip onClick={() => form.setQuantity(formatDecimal(limits.min, scale))}>
            <Trans>
              Tối thiểu <b className="font-semibold">{min}</b>
            </Trans>
          </Chip>
          {available !== null && (
            <Chip aria-label={t`Dự trữ ${available}, chọn mức tối đa`} onClick={chooseMax}>
              <Trans>
                Dự trữ <b className="font-semibold">{available}</b>
              </Trans>
            </Chip>
          )}
          <Chip onClick={chooseMax}>
            <span>
              <Trans>
                Tối đa <b className="font-semibold">{max}</b>
              </Trans>
              {isMoreForMembers && (
                <>
                  {' '}
                  <Trans>khi chưa đăng nhập</Trans>
                </>
              )}
            </span>
          </Chip>
        </div>
      )}
    </div>
  );
}
