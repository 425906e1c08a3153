import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { BankView } from '@quydoi/contract/config';
import { CURRENCIES, type CurrencyCode, isCurrencyCode, needsHolderName } from '@quydoi/domain/currencies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { codeText, refusalText } from '../../../lib/error-text.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { type HolderName, useHolderName } from '../../../lib/use-holder-name.ts';
import { HolderLine } from '../../trade/components/holder-line.tsx';
import { matchesAccountPattern, normalizeAccount } from '../../trade/order-input.ts';
import { CurrentPasswordField, FormFields, TextField } from '../account-form.tsx';
import { useFieldRules } from '../field-rules.ts';
import { SelectField } from '../profile/select-field.tsx';
import { useFieldRefusal } from '../use-field-refusal.ts';

const DONG: CurrencyCode = 'vnd';
/** Refusals that are shown at the account's field. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['WALLET_ADDRESS_INVALID', 'BANK_ACCOUNT_INVALID']);

interface SaveDestinationProps {
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

/** Saves an account or wallet, by the account's password. */
export function SaveDestination({ onCancel, onSaved }: SaveDestinationProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const { config } = useConfig();
  const banks = config?.banks ?? [];
  const form = useForm({ defaultValues: { currency: DONG as string, bank: '', account: '', password: '' } });
  const { errors } = form.formState;
  const { setFocus, trigger, getFieldState } = form;
  const [currency, bank, account] = useWatch({ control: form.control, name: ['currency', 'bank', 'account'] });
  const isDong = currency === DONG;
  const holder = useHolder(isDong ? banks.find(({ code }) => code === bank) : currency, account);
  const checkAccount = (text: string) => {
    if (text.trim() === '') return isDong ? t`Nhập số tài khoản nhận tiền.` : t`Nhập ví nhận.`;
    if (holder.state === 'invalid') return codeText(i18n, locale, holder.code, isDong ? {} : { of: 'wallet' });
    return holder.state !== 'waiting' || (isDong ? t`Đang tìm tên chủ tài khoản…` : t`Đang tìm tên chủ ví…`);
  };
  useEffect(() => setFocus('currency'), [setFocus]);
  useEffect(() => {
    // What was said at the account holds no more once the answer has come. Not at each error: the server may have refused what holds here.
    if (holder.state !== 'idle' && getFieldState('account').invalid) void trigger('account');
  }, [getFieldState, holder.state, trigger]);
  const options = trpc.destinations.save.mutationOptions({
    onSuccess: (list) => {
      queries.setQueryData(trpc.destinations.list.queryKey(), list);
      onSaved();
    },
    onError: (error) => {
      if (isOfAccount(error)) form.setError('account', { message: refusalText(i18n, locale, error) ?? '' }, { shouldFocus: true });
      const refusal = refusedField(error);
      if (refusal?.field === 'password') form.setError('password', { message: refusal.message }, { shouldFocus: true });
    },
  });
  const save = useMutation(options);
  const wallets = (config?.currencies ?? []).flatMap(({ code }) =>
    isCurrencyCode(code) && code !== DONG && !CURRENCIES[code].isVoucher ? [code] : [],
  );
  const submit = form.handleSubmit(({ currency, bank, account, password }) =>
    startOnce(queries, options.mutationKey, () => save.mutate({ currency, account, password, ...(currency === DONG ? { bank } : {}) })),
  );
  return (
    <FormFields
      busy={save.isPending}
      error={isOfAccount(save.error) || refusedField(save.error) !== null ? null : save.error}
      onCancel={onCancel}
      onSubmit={submit}
      submit={<Trans>Lưu nơi nhận</Trans>}
    >
      <SelectField
        id="destination-currency"
        label={t`Loại`}
        options={[[DONG, t`Tài khoản ngân hàng`], ...wallets.map((code): [string, string] => [code, CURRENCIES[code].name])]}
        {...form.register('currency')}
      />
      {isDong && (
        <SelectField
          id="destination-bank"
          error={errors.bank?.message}
          label={t`Ngân hàng`}
          // None is preselected: the wrong one may have such an account, too.
          options={[['', t`Chọn ngân hàng`], ...banks.map(({ code, shortName }): [string, string] => [code, shortName])]}
          {...form.register('bank', { validate: (code) => code !== '' || t`Vui lòng chọn ngân hàng` })}
        />
      )}
      <TextField
        autoComplete="off"
        error={errors.account?.message}
        id="destination-account"
        label={isDong ? t`Số tài khoản` : t`Địa chỉ ví`}
        spellCheck={false}
        {...form.register('account', { validate: checkAccount })}
      />
      <HolderLine hasError={errors.account !== undefined} holder={holder} of={isDong ? 'account' : 'wallet'} />
      <CurrentPasswordField
        error={errors.password?.message}
        id="destination-password"
        {...form.register('password', { validate: rules.presentPassword })}
      />
    </FormFields>
  );
}

/** Name of the holder of an account or wallet that is being typed. @param of its bank or currency; undefined while none is chosen */
function useHolder(of: BankView | string | undefined, text: string): HolderName {
  const account = normalizeAccount(text);
  const isBank = typeof of === 'object';
  const isNamed = isBank ? matchesAccountPattern(of, account) : of !== undefined && isCurrencyCode(of) && of !== DONG && needsHolderName(of);
  return useHolderName((isBank ? of.code : of) ?? '', isNamed ? account : null);
}

function isOfAccount(error: unknown): boolean {
  return OF_ACCOUNT.has(refusalOf(error)?.code ?? '');
}
