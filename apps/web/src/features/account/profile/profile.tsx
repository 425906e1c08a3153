import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { CustomerView, UpdateProfileInput } from '@quydoi/contract/accounts';
import { COUNTRY_CODES, countryName } from '@quydoi/domain/customer/countries';
import { CURRENCY_KEYS } from '@quydoi/domain/customer/customer';
import { dateOf, IDENTITY_FIELDS, isProfileText, PROFILE_FIELDS, type ProfileField } from '@quydoi/domain/customer/profile';
import { LOCALES } from '@quydoi/domain/locales';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { serverNowMs } from '../../../lib/clock.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { FormFields, TextField } from '../account-form.tsx';
import { AvatarField } from './avatar-field.tsx';
import { fieldsInOrder } from './field-order.ts';
import { refusedFieldsOf } from './refused-fields.ts';
import { SelectField } from './select-field.tsx';

/** Shows and changes what the customer says of themselves. */
export function Profile({ customer }: { readonly customer: CustomerView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Hồ sơ</Trans>
      </CardTitle>
      <AvatarField avatar={customer.avatar} />
      <Identity customer={customer} />
      {isOpen ? (
        <ProfileForm customer={customer} onCancel={() => setOpen(false)} />
      ) : (
        <Button className="justify-self-start" look="secondary" onClick={() => setOpen(true)}>
          <Trans>Sửa hồ sơ</Trans>
        </Button>
      )}
    </Card>
  );
}

function Identity({ customer: { id, docStatus } }: { readonly customer: CustomerView }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p>
        <Trans>
          Mã khách hàng: <strong>{id}</strong>
        </Trans>
      </p>
      <p className="text-muted">
        {docStatus === 'verify' ? (
          <Trans>Danh tính đã được xác minh.</Trans>
        ) : docStatus === 'unverified' ? (
          <Trans>Giấy tờ của bạn đang được kiểm tra.</Trans>
        ) : (
          <>
            <Trans>Danh tính chưa được xác minh.</Trans>
            <SentenceGap />
            <Link className="font-semibold text-brand" href="/verify">
              <Trans>Xác minh danh tính</Trans>
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

type ProfileValues = Pick<CustomerView, ProfileField | 'language' | 'timeZone' | 'currencyKey'>;

/** Today in UTC, as the server compares birthdays with it. */
function today(): string {
  return dateOf(new Date(serverNowMs()));
}

function valuesOf(customer: CustomerView): ProfileValues {
  const { language, timeZone, currencyKey } = customer;
  const texts = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, customer[field]])) as Record<ProfileField, string>;
  return { ...texts, language, timeZone, currencyKey };
}

function fieldId(field: ProfileField): string {
  return `profile-${field}`;
}

/** Whether a date is typed in part: its value is empty then. */
function isDateUnfinished(): boolean {
  const input = document.getElementById(fieldId('birthday'));
  return input instanceof HTMLInputElement && input.validity.badInput;
}

function ProfileForm({ customer, onCancel }: { readonly customer: CustomerView; readonly onCancel: () => void }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const form = useForm<ProfileValues>({ defaultValues: valuesOf(customer) });
  const { errors, dirtyFields, isDirty, defaultValues } = form.formState;
  const options = trpc.accounts.updateProfile.mutationOptions({
    onSuccess: (changed, sent) => {
      queries.setQueryData(trpc.accounts.me.queryKey(), changed);
      const typed = form.getValues();
      const submitted = { ...defaultValues, ...sent };
      form.reset(valuesOf(changed));
      // What was typed while the call ran stays.
      for (const name of Object.keys(typed) as (keyof ProfileValues)[])
        if (typed[name] !== submitted[name]) form.setValue(name, typed[name], { shouldDirty: true });
    },
    onError: (error) => {
      // The pictures were submitted, or the identity verified, meanwhile.
      if (['IDENTITY_VERIFIED', 'IDENTITY_SUBMITTED'].includes(refusalOf(error)?.code ?? ''))
        void queries.invalidateQueries(trpc.accounts.me.queryFilter());
      for (const [index, field] of refusedFieldsOf(error).entries())
        form.setError(field, { message: problemOf(field) }, { shouldFocus: index === 0 });
    },
  });
  const update = useMutation(options);
  const labels: Readonly<Record<ProfileField, string>> = {
    fullName: t`Họ và tên`,
    firstName: t`Tên`,
    lastName: t`Họ`,
    birthday: t`Ngày sinh`,
    passportId: t`Số hộ chiếu hoặc căn cước`,
    phoneNumber: t`Số điện thoại`,
    streetAddress1: t`Số nhà, đường`,
    streetAddress2: t`Địa chỉ (dòng 2)`,
    city: t`Tỉnh, thành phố`,
    postalCode: t`Mã bưu chính`,
    countryCode: t`Quốc gia`,
  };
  const problems: Readonly<Partial<Record<ProfileField, string>>> = {
    birthday: t`Ngày sinh không hợp lệ`,
    phoneNumber: t`Số điện thoại gồm 10 đến 12 chữ số`,
    postalCode: t`Chỉ gồm chữ cái, chữ số và dấu gạch nối`,
    passportId: t`Chỉ gồm chữ cái và chữ số, tối đa 20`,
  };
  const problemOf = (field: ProfileField) => problems[field] ?? t`Quá dài`;
  const isRight = (field: ProfileField) => (text: string) =>
    (isProfileText(field, text.trim(), today()) && !(field === 'birthday' && isDateUnfinished())) || problemOf(field);
  const isFixed = (field: ProfileField) => customer.docStatus !== 'not_uploaded' && IDENTITY_FIELDS.some((fixed) => fixed === field);
  const countries = COUNTRY_CODES.map((code): [string, string] => [code, countryName(code, LOCALES[locale].tag)]);
  const submit = form.handleSubmit((values) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => dirtyFields[name as keyof ProfileValues])) as UpdateProfileInput;
    startOnce(queries, options.mutationKey, () => update.mutate(changed));
  });
  return (
    <>
      {update.isSuccess && !isDirty && (
        <Notice look="ok" role="status">
          <Trans>Đã lưu hồ sơ.</Trans>
        </Notice>
      )}
      <FormFields
        busy={update.isPending}
        error={refusedFieldsOf(update.error).length > 0 ? null : update.error}
        onCancel={onCancel}
        onSubmit={submit}
        submit={<Trans>Lưu hồ sơ</Trans>}
      >
        {fieldsInOrder(locale).map((field) => (
          <TextField
            error={errors[field]?.message}
            hint={
              isFixed(field) &&
              (customer.docStatus === 'verify' ? (
                <Trans>Đã được xác minh, không đổi được nữa.</Trans>
              ) : (
                <Trans>Đang được kiểm tra nên chưa đổi được.</Trans>
              ))
            }
            id={fieldId(field)}
            key={field}
            label={labels[field]}
            max={field === 'birthday' ? today() : undefined}
            readOnly={isFixed(field)}
            type={field === 'birthday' ? 'date' : field === 'phoneNumber' ? 'tel' : 'text'}
            {...form.register(field, { validate: isRight(field) })}
          />
        ))}
        <SelectField
          id="profile-countryCode"
          label={labels.countryCode}
          options={[['', '—'], ...countries.sort(([, a], [, b]) => a.localeCompare(b, LOCALES[locale].tag))]}
          {...form.register('countryCode')}
        />
        <SelectField
          id="profile-language"
          label={t`Ngôn ngữ của thư`}
          options={Object.entries(LOCALES).map(([code, { name }]) => [code, name])}
          {...form.register('language')}
        />
        <SelectField
          id="profile-timeZone"
          label={t`Múi giờ`}
          options={timeZones(customer.timeZone).map((zone) => [zone, zone])}
          {...form.register('timeZone')}
        />
        <SelectField
          id="profile-currencyKey"
          label={t`Đơn vị tiền`}
          options={CURRENCY_KEYS.map((key) => [key, key.toUpperCase()])}
          {...form.register('currencyKey')}
        />
      </FormFields>
    </>
  );
}

/** The browser's time zones, and the one that is set. */
function timeZones(own: string): readonly string[] {
  return [...new Set([own, ...Intl.supportedValuesOf('timeZone')])].sort();
}
