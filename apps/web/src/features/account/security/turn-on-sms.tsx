import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { SmsSetUpView } from '@quydoi/contract/accounts';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { startOnce } from '../../../lib/start-once.ts';
import { useWait } from '../../listing/use-wait.ts';
import { CurrentPasswordField, FormFields, TextField } from '../account-form.tsx';
import { useFieldRules } from '../field-rules.ts';
import { SentCode, secondsUntil } from '../send-code.tsx';
import { useFieldRefusal } from '../use-field-refusal.ts';
import { FirstCode } from './first-code.tsx';

interface TurnOnSmsProps {
  readonly onCancel: () => void;
  /** @param codes recovery codes, to be shown once */
  readonly onDone: (codes: readonly string[]) => void;
}

/** Has codes sent by SMS from now on: asks for the number and the password, and for the code that is sent there. */
export function TurnOnSms(props: TurnOnSmsProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const rules = useFieldRules();
  const refusedField = useFieldRefusal();
  const { left, start } = useWait();
  const form = useForm({ defaultValues: { phone: '', password: '' } });
  const { errors } = form.formState;
  const options = useTRPC().accounts.setUpSms.mutationOptions({
    gcTime: 0,
    onSuccess: ({ againAt }) => start(secondsUntil(againAt)),
    onError: (error) => {
      const refusal = refusedField(error);
      if (refusal?.field === 'password') form.setError('password', { message: refusal.message }, { shouldFocus: true });
      const phone = phoneRefusalOf(error);
      if (phone !== null) form.setError('phone', { message: phone }, { shouldFocus: true });
    },
  });
  const setUp = useMutation(options);
  const { setFocus } = form;
  useEffect(() => setFocus('phone'), [setFocus]);
  const send = form.handleSubmit((values) => startOnce(queries, options.mutationKey, () => setUp.mutate(values)));
  // A second SMS that fails leaves the code of the first one to be typed.
  const sent = useLatest(setUp.data);
  const failure = refusedField(setUp.error) === null && phoneRefusalOf(setUp.error) === null ? setUp.error : null;
  if (sent) {
    return (
      <FirstCode {...props} from="sms" setUp={sent.setUp}>
        <SentCode error={failure} isSending={setUp.isPending} left={left} onSend={() => void send()} sentTo={sent.sentTo}>
          <Trans>Gửi lại mã</Trans>
        </SentCode>
      </FirstCode>
    );
  }
  return (
    <FormFields busy={setUp.isPending} error={failure} onCancel={props.onCancel} onSubmit={send} submit={<Trans>Gửi mã</Trans>}>
      <Notice look="warn">
        <Trans>Tin nhắn kém an toàn hơn ứng dụng: kẻ gian có thể chiếm SIM của bạn hoặc đọc trộm tin nhắn. Hãy dùng ứng dụng nếu được.</Trans>
      </Notice>
      <TextField
        autoComplete="tel"
        error={errors.phone?.message}
        hint={<Trans>Số di động Việt Nam, ví dụ 0912 345 678.</Trans>}
        id="sms-phone"
        inputMode="tel"
        label={t`Số điện thoại`}
        type="tel"
        {...form.register('phone', { validate: (text) => text.trim() !== '' || t`Vui lòng nhập số điện thoại` })}
      />
      <CurrentPasswordField
        error={errors.password?.message}
        hint={<Trans>Để chắc chắn người bật là chính bạn.</Trans>}
        id="turn-on-password"
        {...form.register('password', { validate: rules.presentPassword })}
      />
    </FormFields>
  );
}

/** The newest answer: a call that follows it and fails does not take it away. */
function useLatest(data: SmsSetUpView | undefined): SmsSetUpView | undefined {
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return data ?? latest;
}

function phoneRefusalOf(error: unknown): string | null {
  const refusal = refusalOf(error);
  return refusal?.code === 'PHONE_INVALID' ? refusal.message : null;
}
