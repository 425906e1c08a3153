import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import { CLAIM_REPLY_MINUTES, CONTACT_TEXT_LENGTH_MAX, EMAIL_REPLY_HOURS } from '@quydoi/domain/constants';
import { Button, buttonClass } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { Field, fieldProps } from '@quydoi/ui/field';
import { Notice } from '@quydoi/ui/notice';
import { TextArea } from '@quydoi/ui/text-area';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import { orderPath } from '../../lib/order-paths.ts';
import { startOnce } from '../../lib/start-once.ts';
import { FormFields, TextField } from '../account/account-form.tsx';
import { useFieldRules } from '../account/field-rules.ts';
import { useFocusHere } from '../account/use-focus-here.ts';

/** Longest amount that a link may put into the message. */
const EXTRA_LENGTH_MAX = 40;

/** Writes to support by e-mail. The order that `?order=` names stands in the subject, and what came in addition (`extra`) in the message. */
export function ContactForm() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { email } = useFieldRules();
  const asked = new URLSearchParams(useSearch());
  const ref = asked.get('order') ?? '';
  const extra = asked.get('extra')?.slice(0, EXTRA_LENGTH_MAX) ?? '';
  const form = useForm({ defaultValues: { email: '', subject: '', message: '' } });
  const { errors } = form.formState;
  const { getValues, setValue } = form;
  useEffect(() => {
    // Once there is a page: the server renders without the query.
    if (ref !== '' && getValues('subject') === '') setValue('subject', t`Đơn hàng ${ref}`);
    if (extra !== '' && getValues('message') === '') setValue('message', t`Đơn này đã nhận thêm ${extra}. Vui lòng hoàn lại cho tôi.`);
  }, [ref, extra, t, getValues, setValue]);
  const options = useTRPC().contact.send.mutationOptions();
  const send = useMutation(options);
  const written = (empty: string) => (text: string) => {
    if (text.trim() === '') return empty;
    return text.trim().length <= CONTACT_TEXT_LENGTH_MAX || t`Tối đa ${CONTACT_TEXT_LENGTH_MAX} ký tự`;
  };
  if (send.isSuccess) {
    const again = () => {
      form.resetField('message');
      send.reset();
    };
    return <Sent email={send.variables.email.trim()} onAgain={again} orderRef={ref} />;
  }
  return (
    <Card className="grid gap-4">
      {ref !== '' && extra === '' && (
        <p>
          <Trans>
            Đã chuyển mà đơn chưa thấy tiền?{' '}
            <Link className="font-semibold text-brand underline" href={orderPath(ref)}>
              Báo trên trang đơn {ref}
            </Link>
            : nhân viên thường trả lời trong {CLAIM_REPLY_MINUTES} phút.
          </Trans>
        </p>
      )}
      <FormFields
        busy={send.isPending}
        error={send.error}
        onSubmit={form.handleSubmit((values) => startOnce(queries, options.mutationKey, () => send.mutate(values)))}
        submit={<Trans>Gửi tin nhắn</Trans>}
      >
        <TextField
          autoCapitalize="none"
          autoComplete="email"
          error={errors.email?.message}
          hint={<Trans>Chúng tôi trả lời tới địa chỉ này.</Trans>}
          id="contact-email"
          inputMode="email"
          label={t`Email`}
          spellCheck={false}
          {...form.register('email', { validate: email })}
        />
        <TextField
          error={errors.subject?.message}
          id="contact-subject"
          label={t`Tiêu đề`}
          {...form.register('subject', { validate: written(t`Vui lòng nhập tiêu đề`) })}
        />
        <Field
          error={errors.message?.message}
          hint={<Trans>Đừng gửi mật khẩu, mã OTP hay mã voucher.</Trans>}
          id="contact-message"
          label={<Trans>Nội dung tin nhắn</Trans>}
        >
          <TextArea
            {...fieldProps('contact-message', errors.message, true)}
            {...form.register('message', { validate: written(t`Vui lòng nhập nội dung`) })}
          />
        </Field>
      </FormFields>
    </Card>
  );
}

interface SentProps {
  readonly email: string;
  /** The order that it is about; empty for none. */
  readonly orderRef: string;
  readonly onAgain: () => void;
}

function Sent({ email, orderRef, onAgain }: SentProps) {
  const here = useFocusHere();
  return (
    <div className="grid grid-cols-1 gap-3">
      <Notice look="ok" role="status">
        <span className="wrap-anywhere outline-none" ref={here} tabIndex={-1}>
          <Trans>
            Đã nhận tin nhắn của bạn. Chúng tôi trả lời tới {email} trong vòng {EMAIL_REPLY_HOURS} giờ.
          </Trans>
        </span>
      </Notice>
      {orderRef !== '' && (
        <Link className={buttonClass({})} href={orderPath(orderRef)}>
          <Trans>Về đơn hàng {orderRef}</Trans>
        </Link>
      )}
      <Button look="secondary" onClick={onAgain}>
        <Trans>Gửi tin nhắn khác</Trans>
      </Button>
    </div>
  );
}
