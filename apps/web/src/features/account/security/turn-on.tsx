import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { TwoFactorSetUpView } from '@quydoi/contract/accounts';
import { CopyRow } from '@quydoi/ui/copy';
import { Qr } from '@quydoi/ui/qr';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../../lib/start-once.ts';
import { CurrentPasswordField, FormFields } from '../account-form.tsx';
import { useFieldRules } from '../field-rules.ts';
import { useFieldRefusal } from '../use-field-refusal.ts';
import { useFocusHere } from '../use-focus-here.ts';
import { FirstCode } from './first-code.tsx';

interface TurnOnProps {
  readonly onCancel: () => void;
  /** @param codes recovery codes, to be shown once */
  readonly onDone: (codes: readonly string[]) => void;
}

/** Switches codes of an app on: asks for the password, shows the secret, and asks for the first code of the app that has taken it. */
export function TurnOn(props: TurnOnProps) {
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const form = useForm({ defaultValues: { password: '' } });
  const options = useTRPC().accounts.setUpTwoFactor.mutationOptions({
    // Nothing of the secret is kept.
    gcTime: 0,
    onError: (error) => {
      const refusal = refusedField(error);
      if (refusal !== null) form.setError('password', { message: refusal.message }, { shouldFocus: true });
    },
  });
  const setUp = useMutation(options);
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  if (setUp.data) return <Secret {...props} setUp={setUp.data} />;
  return (
    <FormFields
      busy={setUp.isPending}
      error={refusedField(setUp.error) === null ? setUp.error : null}
      onCancel={props.onCancel}
      onSubmit={form.handleSubmit((values) => startOnce(queries, options.mutationKey, () => setUp.mutate(values)))}
      submit={<Trans>Tiếp tục</Trans>}
    >
      <CurrentPasswordField
        error={form.formState.errors.password?.message}
        hint={<Trans>Để chắc chắn người bật là chính bạn.</Trans>}
        id="turn-on-password"
        {...form.register('password', { validate: rules.presentPassword })}
      />
    </FormFields>
  );
}

/** The secret, and the first code of the app that has taken it. */
function Secret({ setUp, ...props }: TurnOnProps & { readonly setUp: TwoFactorSetUpView }) {
  const { t } = useLingui();
  return (
    <FirstCode {...props} from="authenticator" setUp={setUp.setUp}>
      <p className="outline-none" ref={useFocusHere()} tabIndex={-1}>
        <Trans>
          1. Quét mã này bằng ứng dụng xác thực, ví dụ Google Authenticator hay Microsoft Authenticator. Nếu ứng dụng ở ngay trên điện thoại này, hãy{' '}
          <a className="font-semibold text-brand underline" href={setUp.uri}>
            mở ứng dụng
          </a>{' '}
          hoặc sao chép khóa vào đó.
        </Trans>
      </p>
      <div className="justify-self-center">
        <Qr id="two-factor-qr" title={t`Mã QR cho ứng dụng xác thực`} value={setUp.uri} />
      </div>
      <CopyRow
        copied={t`Đã sao chép`}
        label={t`Sao chép khóa`}
        name={t`Khóa`}
        shown={<span className="tracking-wide">{setUp.secret.match(/.{1,4}/g)?.join(' ')}</span>}
        value={setUp.secret}
      />
      <p>
        <Trans>2. Nhập mã mà ứng dụng hiện cho Quy Đổi.</Trans>
      </p>
    </FirstCode>
  );
}
