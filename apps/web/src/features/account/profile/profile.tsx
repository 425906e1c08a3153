import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { CustomerView, UpdateProfileInput } from '@quydoi/contract/accounts';
import { CURRENCY_KEYS } from '@quydoi/domain/customer/customer';
import { countryCodes, countryName, isProfileText, PROFILE_FIELDS, type ProfileField } from '@quydoi/domain/customer/profile';
import { LOCALES } from '@quydoi/domain/locales';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocale } from '../../../lib/locale-context.tsx';
import { isMember } from '../../../lib/session.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { useStored } from '../../../lib/stored.ts';
import { AccountFields, TextField } from '../account-form.tsx';
import { SelectField } from './select-field.tsx';

/** Shows and changes what the customer says of themselves. */
export function Profile() {
  const enabled = useStored(isMember);
  const { data: customer } = useQuery(useTRPC().accounts.me.queryOptions(undefined, { enabled, retry: false }));
  const [isOpen, setOpen] = useState(false);
  if (!customer) return <Skeleton className="h-40" />;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Hồ sơ</Trans>
      </CardTitle>
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
          <Trans>Danh tính chưa được xác minh.</Trans>
        )}
      </p>
    </div>
  );
}

type ProfileValues = Pick<CustomerView, ProfileField | 'language' | 'timeZone' | 'currencyKey'>;
/** The server knows which day it is. */
const LATEST_DATE = '9999-12-31';

function ProfileForm({ customer, onCancel }: { readonly customer: CustomerView; readonly onCancel: () => void }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const form = useForm<ProfileValues>({ defaultValues: customer });
  const { errors, dirtyFields } = form.formState;
  const options = trpc.accounts.updateProfile.mutationOptions({
    onSuccess: (changed) => {
      queries.setQueryData(trpc.accounts.me.queryKey(), changed);
      form.reset(changed);
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
    streetAddress1: t`Địa chỉ`,
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
  const isRight = (field: ProfileField) => (text: string) => isProfileText(field, text.trim(), LATEST_DATE) || (problems[field] ?? t`Quá dài`);
  const countries = countryCodes().map((code): [string, string] => [code, countryName(code, LOCALES[locale].tag)]);
  const submit = form.handleSubmit((values) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => dirtyFields[name as keyof ProfileValues])) as UpdateProfileInput;
    startOnce(queries, options.mutationKey, () => update.mutate(changed));
  });
  return (
    <>
      {update.isSuccess && (
        <Notice look="ok" role="status">
          <Trans>Đã lưu hồ sơ.</Trans>
        </Notice>
      )}
      <AccountFields busy={update.isPending} error={update.error} onCancel={onCancel} onSubmit={submit} submit={<Trans>Lưu hồ sơ</Trans>}>
        {PROFILE_FIELDS.filter((field) => field !== 'countryCode').map((field) => (
          <TextField
            error={errors[field]?.message}
            id={`profile-${field}`}
            key={field}
            label={labels[field]}
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
      </AccountFields>
    </>
  );
}

/** The browser's time zones, and the one that is set. */
function timeZones(own: string): readonly string[] {
  return [...new Set([own, ...Intl.supportedValuesOf('timeZone')])].sort();
}
