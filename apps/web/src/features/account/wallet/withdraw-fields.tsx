import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC, useTRPCClient } from '@quydoi/client/react';
import type { DestinationView } from '@quydoi/contract/destinations';
import type { WalletView, WithdrawInput } from '@quydoi/contract/wallet';
import { DESTINATION_WAIT_HOURS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import type { WalletCurrency } from '@quydoi/domain/wallet/wallet';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { nowMs } from '../../../lib/clock.ts';
import { codeText, refusalText } from '../../../lib/error-text.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields } from '../account-form.tsx';
import { CodeField, type CodeSource } from '../code-field.tsx';
import { useFieldRules } from '../field-rules.ts';
import { SelectField } from '../profile/select-field.tsx';
import { useFieldRefusal } from '../use-field-refusal.ts';
import { WithdrawAmount } from './withdraw-amount.tsx';
import { withdrawalDraft, withdrawalKey } from './withdrawal-draft.ts';
import { withdrawalLimits } from './withdrawal-limits.ts';

/** Refusals that are shown at the amount's field. */
const OF_AMOUNT: ReadonlySet<string> = new Set(['QUANTITY_INVALID', 'QUANTITY_TOO_SMALL', 'QUANTITY_TOO_LARGE', 'BALANCE_SHORT']);

interface WithdrawFieldsProps {
  readonly wallet: WalletView;
  /** Destinations in currencies of the wallet; at least one. */
  readonly offered: readonly DestinationView[];
  readonly source: CodeSource;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Hours until a destination has been saved for long enough; 0 if it has. */
function hoursLeft({ savedAt }: DestinationView): number {
  return Math.max(0, Math.ceil((savedAt.getTime() + DESTINATION_WAIT_HOURS * HOUR_MS - nowMs()) / HOUR_MS));
}

/** Where to, how much, and the code that proves whose withdrawal it is. */
export function WithdrawFields({ wallet, offered, source, onCancel, onDone }: WithdrawFieldsProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { config } = useConfig();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  // The amount is a plain decimal, or marked as not understood.
  const [draft] = useState(() => draftOf(offered));
  const form = useForm({ defaultValues: { ...draft, code: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('amount'), [setFocus]);
  const [to, typed] = useWatch({ control: form.control, name: ['to', 'amount'] });
  const chosen = offered[Number(to)] ?? offered[0];
  const chosenName = chosen ? nameOf(chosen) : '';
  useEffect(() => withdrawalDraft.update((last) => ({ ...last, to: chosenName, amount: typed })), [chosenName, typed]);
  const currency = (chosen?.currency ?? 'vnd') as WalletCurrency;
  const own = wallet.balances.find((one) => one.currency === currency);
  const limits = own ? withdrawalLimits(own, currency === 'vnd' ? config?.banks.find(({ code }) => code === chosen?.bank) : undefined) : null;
  const options = trpc.wallet.withdraw.mutationOptions({
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: trpc.wallet.pathKey() });
      onDone();
    },
    onError: (error) => {
      if (isOfAmount(error)) form.setError('amount', { message: refusalText(i18n, locale, error) ?? '' }, { shouldFocus: true });
      const refusal = refusedField(error);
      if (refusal?.field === 'code') form.setError('code', { message: refusal.message }, { shouldFocus: true });
      // Without an answer, the list below may tell that the withdrawal was made.
      if (refusalOf(error) === null) void queries.invalidateQueries({ queryKey: trpc.wallet.pathKey() });
    },
  });
  const withdraw = useMutation({
    ...options,
    mutationFn: (input: WithdrawInput) =>
      client.wallet.withdraw.mutate(input, { context: { idempotencyKey: withdrawalKey(JSON.stringify({ ...input, code: '' })) } }),
  });
  const { scale } = CURRENCIES[currency];
  const submit = form.handleSubmit(({ amount, code }) => {
    if (!chosen) return;
    const { account, bank } = chosen;
    const input = { currency, amount, account, code, ...(bank === null ? {} : { bank }) };
    startOnce(queries, options.mutationKey, () => withdraw.mutate(input));
  });
  // As the server would say it.
  const refused = (code: string, limit: bigint) => codeText(i18n, locale, code, { n: formatDecimal(limit, scale), code: currency });
  const check = (plain: string) => {
    const amount = parseDecimal(plain, scale);
    if (amount === null || amount <= 0n) return plain === '' ? t`Vui lòng nhập số tiền` : t`Chưa rõ số tiền. Hãy chọn hoặc nhập lại.`;
    if (limits === null || own === undefined) return true;
    if (amount < limits.min) return refused('QUANTITY_TOO_SMALL', limits.min);
    if (amount > own.balance) return t`Số dư không đủ: hiện có ${formatAmount(currency, own.balance, locale)}`;
    return amount <= limits.most || refused('QUANTITY_TOO_LARGE', limits.most);
  };
  // Registered before the code's field: the form focuses the first invalid field in this order.
  const amount = useController({ control: form.control, name: 'amount', rules: { validate: check } });
  const isUnanswered = withdraw.error !== null && refusalOf(withdraw.error) === null;
  return (
    <FormFields
      busy={withdraw.isPending}
      error={isOfAmount(withdraw.error) || refusedField(withdraw.error) !== null || isUnanswered ? null : withdraw.error}
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
        // An amount of one currency is none of another.
        {...form.register('to', { onChange: () => form.resetField('amount', { defaultValue: '' }) })}
      />
      {chosen && hoursLeft(chosen) > 0 && (
        <Notice look="warn">
          <Trans>Tài khoản này mới được lưu: còn {hoursLeft(chosen)} giờ nữa mới rút về đây được.</Trans>
        </Notice>
      )}
      {limits === null ? (
        <Notice look="warn">
          <Trans>Rút tiền đang tạm dừng. Số dư của bạn vẫn an toàn, vui lòng thử lại sau.</Trans>
        </Notice>
      ) : (
        <WithdrawAmount
          balance={own?.balance ?? 0n}
          controller={amount}
          currency={currency}
          key={currency}
          limits={limits}
          onAll={() => form.setValue('amount', formatDecimal(limits.most, scale), { shouldValidate: true })}
        />
      )}
      <CodeField
        error={errors.code?.message}
        id="withdraw-code"
        source={source}
        onOtherKind={() => form.resetField('code')}
        {...form.register('code', { validate: rules.code })}
      />
      {isUnanswered && (
        <Notice look="warn" role="alert">
          <Trans>Mất kết nối nên chưa có phản hồi. Bấm lại để gửi tiếp; tiền không bị rút hai lần.</Trans>
        </Notice>
      )}
    </FormFields>
  );
}

/** A destination's name in the draft: its place in the list may change. */
function nameOf({ currency, bank, account }: DestinationView): string {
  return `${currency} ${bank} ${account}`;
}

/** The draft's values, if its destination is still offered. */
function draftOf(offered: readonly DestinationView[]): { readonly to: string; readonly amount: string } {
  const { to, amount = '' } = withdrawalDraft.get();
  const index = offered.findIndex((one) => nameOf(one) === to);
  return index < 0 ? { to: '0', amount: '' } : { to: String(index), amount };
}

function isOfAmount(error: unknown): boolean {
  return OF_AMOUNT.has(refusalOf(error)?.code ?? '');
}
