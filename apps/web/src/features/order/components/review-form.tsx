import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import { REVIEW_LENGTH_MAX } from '@quydoi/domain/constants';
import { checkReview, type ReviewRefusal } from '@quydoi/domain/review';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Notice } from '@quydoi/ui/notice';
import { TextArea } from '@quydoi/ui/text-area';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../../../lib/error-text.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { startOnce } from '../../../lib/start-once.ts';
import { stored, useStored } from '../../../lib/stored.ts';

/** Orders reviewed on this device, for which the form is not shown again. */
const reviewed = stored<readonly string[]>(
  'reviewedOrders',
  [],
  (value): value is readonly string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
);
const REVIEWED_MAX = 50;

/** Client-side check of the email address; the server validates again. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Whether the server refused a review because the order has one; the form is shown only while a first one is permitted. */
function isReviewedAlready(error: unknown): boolean {
  return refusalOf(error)?.code === 'ORDER_ACTION_NOT_ALLOWED';
}

/** Review form of a delivered order; replaced by a thank-you notice after submission. */
export function ReviewForm({ refText }: { readonly refText: string }) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const isDone = useStored(reviewed).includes(refText);
  const [content, setContent] = useState('');
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<ReviewRefusal | null>(null);
  const queries = useQueryClient();
  const rememberReviewed = () => reviewed.update((refs) => [...refs, refText].slice(-REVIEWED_MAX));
  const creation = useTRPC().reviews.create.mutationOptions({
    onSuccess: rememberReviewed,
    onError: (error) => isReviewedAlready(error) && rememberReviewed(),
  });
  const send = useMutation(creation);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkReview({ content, email }, (text) => EMAIL_PATTERN.test(text));
    setRefusal('refusal' in checked ? checked.refusal : null);
    if ('review' in checked) startOnce(queries, creation.mutationKey, () => send.mutate({ ...checked.review, ref: refText }));
  };

  if (isReviewedAlready(send.error)) {
    return (
      <Notice role="status">
        <Trans>Đơn này đã được đánh giá.</Trans>
      </Notice>
    );
  }
  if (isDone) {
    return (
      <Notice look="ok" role="status">
        <Trans>Cảm ơn đánh giá của bạn. Đánh giá sẽ hiện sau khi được duyệt.</Trans>
      </Notice>
    );
  }
  const messages: Record<ReviewRefusal['problem'], string> = {
    contentRequired: t`Vui lòng viết vài lời đánh giá.`,
    contentTooLong: t`Nội dung vượt quá 300 ký tự`,
    emailRequired: t`Vui lòng nhập email.`,
    emailInvalid: t`Email chưa đúng.`,
  };
  const errorOf = (field: ReviewRefusal['field']) => (refusal?.field === field ? messages[refusal.problem] : undefined);
  const length = [...content].length;
  return (
    <Card className="grid gap-4 print:hidden">
      <CardTitle>
        <Trans>Bạn thấy giao dịch thế nào?</Trans>
      </CardTitle>
      <form className="grid gap-4" noValidate onSubmit={onSubmit}>
        <Field
          aside={
            <span className="text-small text-muted">
              {length}/{REVIEW_LENGTH_MAX}
            </span>
          }
          error={errorOf('content')}
          id="review-content"
          label={<Trans>Đánh giá</Trans>}
        >
          <TextArea {...fieldProps('review-content', errorOf('content'))} onChange={(event) => setContent(event.target.value)} value={content} />
        </Field>
        <Field error={errorOf('email')} hint={<Trans>Không hiển thị công khai.</Trans>} id="review-email" label={<Trans>Email</Trans>}>
          <Input
            {...fieldProps('review-email', errorOf('email'), true)}
            autoComplete="email"
            inputMode="email"
            onChange={(event) => setEmail(event.target.value)}
            type="email"
            value={email}
          />
        </Field>
        {send.error && (
          <Notice look="danger" role="alert">
            {refusalText(i18n, locale, send.error) ?? t`Mất kết nối nên chưa có phản hồi. Vui lòng thử lại.`}
          </Notice>
        )}
        <Button busy={send.isPending} look="secondary" type="submit">
          <Trans>Gửi đánh giá</Trans>
        </Button>
      </form>
    </Card>
  );
}
