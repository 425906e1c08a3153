import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { checkClaim } from '@quydoi/domain/claim/claim';
import { CURRENCIES, networkOf } from '@quydoi/domain/currencies';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { serverNowMs } from '../../../lib/clock.ts';
import { refusalText } from '../../../lib/error-text.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { StaffHours } from '../components/staff-hours.tsx';
import { type ClaimDraft, localMinute, newClaimDraft, sentFrom } from './claim-draft.ts';
import { ClaimFields } from './claim-fields.tsx';
import { ClaimsUsedUp } from './claim-notices.tsx';
import { claimedPaidAt, claimStateOf } from './claim-state.ts';
import { claimedAgain, type SentFacts, sentClaims } from './sent-claims.ts';

interface ClaimFormProps {
  readonly order: OrderView;
  /** Called once the claim has been taken. */
  readonly onSent: (facts: SentFacts) => void;
}

/** Form of a claim that the order was paid. Errors keep what was typed; all of them are shown once it was sent, each until it is put right. */
export function ClaimForm({ order, onSent }: ClaimFormProps) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { left, made, waiting } = claimStateOf(order.events);
  const { config } = useConfig();
  const ownBank = bankNameOf(config, order.senderBank);
  const [draft, setDraft] = useState<ClaimDraft>(() => {
    const fresh = newClaimDraft(order, ownBank);
    // What was told is corrected, not told again from the beginning.
    return waiting ? { ...fresh, paidAt: localMinute(claimedPaidAt(waiting)), ...claimedAgain(sentClaims.get(), order.ref, made) } : fresh;
  });
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const creation = trpc.claims.create.mutationOptions({
    onSuccess: (_answer, { paidAt, bank = '', accountEnd = '', reference = '' }) => onSent({ paidAt: new Date(paidAt), bank, accountEnd, reference }),
    // The order's log tells of the claim, also when the answer to this call is lost.
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.orders.get.queryKey({ ref: order.ref }) }),
  });
  const send = useMutation(creation);

  const paidAt = draft.paidAt === '' ? null : new Date(draft.paidAt);
  const payInNetwork = CURRENCIES[order.from].network;
  const checked = checkClaim({ ...draft, bank: sentFrom(draft), paidAt }, { createdAt: order.createdAt, payInNetwork }, new Date(serverNowMs()));

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if ('problems' in checked) return;
    const { bank, accountEnd, reference } = checked.facts;
    const facts = { paidAt: checked.facts.paidAt.toISOString(), bank: bank ?? '', accountEnd: accountEnd ?? '', reference: reference ?? '' };
    startOnce(queries, creation.mutationKey, () => send.mutate({ ref: order.ref, ...facts }));
  };

  if (left <= 0) return <ClaimsUsedUp refText={order.ref} />;
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>Báo khoản đã chuyển</Trans>
      </CardTitle>
      <p className="font-semibold">
        <Trans>Đừng chuyển lần nữa.</Trans>
        {networkOf(order.from).address.family === 'bank' && (
          <>
            <SentenceGap />
            <Trans>Ghi sai hoặc quên nội dung chuyển khoản? Báo ở đây, không cần nhớ đã ghi gì.</Trans>
          </>
        )}
      </p>
      <p>
        <Trans>
          Khoản chuyển thường hiện ở đây trong vài giây, có khi vài phút. Nếu đã lâu hơn, hãy cho biết bạn chuyển lúc nào và từ đâu: nhân viên sẽ đối
          chiếu với các khoản chưa rõ thuộc đơn nào.
        </Trans>
      </p>
      <form className="grid gap-4" noValidate onSubmit={onSubmit} ref={form}>
        <ClaimFields draft={draft} onChange={setDraft} order={order} problems={tries > 0 && 'problems' in checked ? checked.problems : []} />
        {send.error && (
          <Notice look="danger" role="alert">
            {refusalText(i18n, locale, send.error) ?? <Trans>Mất kết nối nên chưa có phản hồi. Vui lòng thử lại.</Trans>}
          </Notice>
        )}
        <StaffHours />
        <Button busy={send.isPending} type="submit">
          <Trans>Gửi cho nhân viên đối chiếu</Trans>
        </Button>
      </form>
    </Card>
  );
}
