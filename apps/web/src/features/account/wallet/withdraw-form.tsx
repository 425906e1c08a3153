import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { DestinationView } from '@quydoi/contract/destinations';
import type { WalletView } from '@quydoi/contract/wallet';
import { DESTINATION_WAIT_HOURS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import { isWalletCurrency, type WalletCurrency } from '@quydoi/domain/wallet/wallet';
import { buttonClass } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { nowMs } from '../../../lib/clock.ts';
import { refusalText } from '../../../lib/error-text.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { isUnclear, quantityOf } from '../../../lib/quantity-text.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields, TextField } from '../account-form.tsx';
import { CodeField, type CodeSource } from '../code-field.tsx';
import { useFieldRules } from '../field-rules.ts';
import { SelectField } from '../profile/select-field.tsx';
import { useFieldRefusal } from '../use-field-refusal.ts';

/** Refusals that are shown at the amount's field. */
const OF_AMOUNT: ReadonlySet<string> = new Set(['QUANTITY_INVALID', 'QUANTITY_TOO_SMALL', 'QUANTITY_TOO_LARGE', 'BALANCE_SHORT']);

interface WithdrawFormProps {
  readonly wallet: WalletView;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Asks for a withdrawal, or says what is missing for one: a destination that is saved for long enough, or the second factor. */
export function WithdrawForm({ wallet, onCancel, onDone }: WithdrawFormProps) {
  const trpc = useTRPC();
  const saved = useQuery(trpc.destinations.list.queryOptions(undefined, { retry: false }));
  const factor = useQuery(trpc.accounts.twoFactor.queryOptions(undefined, { retry: false }));
  if (saved.data === undefined || factor.data === undefined) return <Skeleton className="h-40" />;
  const offered = saved.data.items.filter(({ currency }) => isWalletCurrency(currency));
  if (factor.data.twoFactor !== 'authenticator') {
    return (
      <Missing>
        <Trans>Để rút tiền, hãy bật xác thực hai lớp bằng ứng dụng: không ai rút được tiền của bạn chỉ với mật khẩu hay tin nhắn.</Trans>
      </Missing>
    );
  }
  if (offered.length === 0) {
    return (
      <Missing>
        <Trans>Chỉ rút được về tài khoản của bạn đã lưu từ {DESTINATION_WAIT_HOURS} giờ trước. Hãy lưu tài khoản ở trang Tài khoản.</Trans>
      </Missing>
    );
  }
  return <Fields offered={offered} source={factor.data} onCancel={onCancel} onDone={onDone} wallet={wallet} />;
}

function Missing({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice look="info">{children}</Notice>
      <Link className={buttonClass({ look: 'secondary' })} href="/account">
        <Trans>Mở trang Tài khoản</Trans>
      </Link>
    </div>
  );
}

/** Hours until a destination has been saved for long enough; 0 if it has. */
function hoursLeft({ savedAt }: DestinationView): number {
  return Math.max(0, Math.ceil((savedAt.getTime() + DESTINATION_WAIT_HOURS * HOUR_MS - nowMs()) / HOUR_MS));
}

type FieldsProps = WithdrawFormProps & { readonly offered: readonly DestinationView[]; readonly source: CodeSource };

function Fields({ wallet, offered, source, onCancel, onDone }: FieldsProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { config } = useConfig();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { to: '0', amount: '', code: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('amount'), [setFocus]);
  const chosen = offered[Number(useWatch({ control: form.control, name: 'to' }))] ?? offered[0];
  const currency = (chosen?.currency ?? 'vnd') as WalletCurrency;
  const own = wallet.balances.find((one) => one.currency === currency);
  const options = trpc.wallet.withdraw.mutationOptions({
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: trpc.wallet.pathKey() });
      onDone();
    },
    onError: (error) => {
      if (isOfAmount(error)) form.setError('amount', { message: refusalText(i18n, locale, error) ?? '' }, { shouldFocus: true });
      const refusal = refusedField(error);
      if (refusal?.field === 'code') form.setError('code', { message: refusal.message }, { shouldFocus: true });
    },
  });
  const withdraw = useMutation(options);
  const { scale } = CURRENCIES[currency];
  const submit = form.handleSubmit(({ amount, code }) => {
    if (!chosen) return;
    const { account, bank } = chosen;
    const input = { currency, amount: quantityOf(amount, scale, locale), account, code, ...(bank === null ? {} : { bank }) };
    startOnce(queries, options.mutationKey, () => withdraw.mutate(input));
  });
  const all = () => form.setValue('amount', formatDecimal(own?.balance ?? 0n, scale), { shouldValidate: true });
  return (
    <FormFields
      busy={withdraw.isPending}
      error={isOfAmount(withdraw.error) || refusedField(withdraw.error) !== null ? null : withdraw.error}
      onCancel={onCancel}
      onSubmit={submit}
      submit={<Trans>Rút tiền</Trans>}
    >
      <SelectField
        id="withdraw-to"
        label={t`Về tài khoản`}
        options={offered.map((one, index): [string, string] => [
          String(index),
          [bankNameOf(config, one.bank) ?? CURRENCIES[one.currency].name, one.account].join(' '),
        ])}
        {...form.register('to')}
      />
      {chosen && hoursLeft(chosen) > 0 && (
        <Notice look="warn">
          <Trans>Tài khoản này mới được lưu: còn {hoursLeft(chosen)} giờ nữa mới rút về đây được.</Trans>
        </Notice>
      )}
      <TextField
        aside={
          <button
            className="-my-2 inline-flex min-h-touch shrink-0 items-center font-semibold text-brand text-small hover:underline"
            onClick={all}
            type="button"
          >
            <Trans>Rút hết</Trans>
          </button>
        }
        autoComplete="off"
        error={errors.amount?.message}
        hint={
          own?.withdrawal ? (
            <Trans>
              Tối thiểu {formatAmount(currency, own.withdrawal.min, locale)}, hiện có {formatAmount(currency, own.balance, locale)}
            </Trans>
          ) : undefined
        }
        id="withdraw-amount"
        inputMode="decimal"
        label={t`Số tiền (${CURRENCIES[currency].unit})`}
        {...form.register('amount', {
          validate: (text) => {
            const quantity = quantityOf(text, scale, locale);
            return (quantity !== '' && !isUnclear(quantity)) || t`Vui lòng nhập số tiền`;
          },
        })}
      />
      <CodeField
        error={errors.code?.message}
        id="withdraw-code"
        source={source}
        onOtherKind={() => form.resetField('code')}
        {...form.register('code', { validate: rules.code })}
      />
    </FormFields>
  );
}

function isOfAmount(error: unknown): boolean {
  return OF_AMOUNT.has(refusalOf(error)?.code ?? '');
}
