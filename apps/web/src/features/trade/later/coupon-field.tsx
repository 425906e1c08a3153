import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPCClient } from '@quydoi/client/react';
import type { CouponView } from '@quydoi/contract/orders/coupon';
import { parseCouponPercent } from '@quydoi/domain/coupon/coupon';
import { discountCurrency, orderPrice } from '@quydoi/domain/price/discount';
import { Button } from '@quydoi/ui/button';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '../../../lib/error-text.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { setDraftField } from '../draft.ts';
import type { ApplyCoupon } from '../quote-trade.ts';
import type { TradeFormState } from '../use-trade-form.ts';
import { tradeName } from '../use-trade-order.ts';

const ID = 'coupon';
const REMOVE_ID = 'coupon-remove';
const SAVED_ID = 'coupon-saved';

/** Field for a coupon's code. What the coupon saves is taken off the form's price. */
export function CouponField({ form }: { readonly form: TradeFormState }) {
  const { t } = useLingui();
  const { code, check, coupon, problem, saved } = useCoupon(form);
  // Opened by hand, and not because the draft has a code.
  const isFocused = useRef(form.coupon === '');
  useEffect(() => {
    if (isFocused.current) document.getElementById(ID)?.focus();
  }, []);
  const isApplied = coupon !== undefined && saved !== null;
  useFocusKept(isApplied ? REMOVE_ID : ID);
  const applied = coupon?.code;
  if (isApplied)
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4" role="status">
        <span className="inline-flex min-h-touch flex-wrap items-center gap-x-2 text-small">
          <Trans>Mã {applied}</Trans>
          <button
            aria-describedby={SAVED_ID}
            className="min-h-touch font-semibold text-brand"
            id={REMOVE_ID}
            onClick={() => code.enter('')}
            type="button"
          >
            <Trans>Bỏ mã</Trans>
          </button>
        </span>
        <b className="ml-auto font-semibold text-ok text-small" id={SAVED_ID}>
          <Trans>Giảm {saved}</Trans>
        </b>
      </p>
    );
  return (
    <div className="pt-3">
      <Field error={problem ?? undefined} id={ID} label={<Trans>Mã giảm giá</Trans>}>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              {...fieldProps(ID, problem, null)}
              autoCapitalize="characters"
              autoComplete="off"
              maxLength={64}
              onBlur={check}
              onChange={(event) => code.enter(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                check();
              }}
              placeholder={t`Nhập mã`}
              spellCheck={false}
              value={code.text}
            />
          </div>
          <Button busy={code.isChecking} look="secondary" onClick={check}>
            <Trans>Áp dụng</Trans>
          </Button>
        </div>
      </Field>
    </div>
  );
}

/** Moves the focus on when the control that had it has made room for another. @param id of the control that is shown */
function useFocusKept(id: string): void {
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    // Nothing has the focus after its element was removed; whoever has gone on to another field stays there.
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [id]);
}

/** The coupon whose code is in the form: what the server says of it, once for each trade, and what it saves of the price. */
function useCoupon(form: TradeFormState) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const client = useTRPCClient();
  const { offer, quote, setApplyCoupon } = form;
  const { kind, from, to } = offer;
  const [text, setText] = useState(form.coupon);
  const [checked, setChecked] = useState(form.coupon.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['coupon', tradeName(offer), checked],
    queryFn: () => client.orders.checkCoupon.mutate({ kind, from, to, coupon: checked }),
    enabled: checked !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const coupon = checked === '' ? undefined : data;
  useEffect(() => {
    setApplyCoupon(coupon ? { coupon: discounting(coupon) } : null);
    return () => setApplyCoupon(null);
  }, [coupon, setApplyCoupon]);
  const enter = (typed: string) => {
    setText(typed);
    setChecked('');
    setDraftField('coupon', typed);
  };
  const amount = quote.priced && coupon && quote.terms ? discounting(coupon)(quote.terms, { ...quote.priced }, quote.cash).discount : null;
  const problem = () => {
    if (checked === '') return null;
    if (error) return refusalText(i18n, locale, error) ?? t`Mất kết nối, chưa kiểm tra được mã. Bấm Áp dụng để thử lại.`;
    if (amount === null || amount > 0n || !coupon) return null;
    const least = formatAmount('vnd', coupon.minOrder, locale);
    return quote.cash < coupon.minOrder ? t`Mã này dành cho đơn từ ${least}.` : t`Mã này không giảm gì cho đơn này.`;
  };
  const check = () => setChecked(text.trim());
  return {
    code: { text, enter, isChecking: isFetching },
    check,
    coupon,
    problem: problem(),
    saved: amount === null ? '–' : amount > 0n ? formatAmount(discountCurrency(offer), amount, locale) : null,
  };
}

/** Takes a coupon off a list price. */
function discounting({ percent, max, minOrder }: CouponView) {
  const discount = { percent: parseCouponPercent(percent) ?? 0n, max };
  return ((terms, { quantity }, cash) => orderPrice({ ...terms, discount: cash < minOrder ? null : discount }, quantity)) satisfies ApplyCoupon;
}
