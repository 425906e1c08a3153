import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { OrderView } from '@quydoi/contract/orders';
import { type ClaimProblem, checkClaim } from '@quydoi/domain/claim/claim';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Notice } from '@quydoi/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { nowMs } from '../../../lib/clock.ts';
import { refusalText } from '../../../lib/error-text.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { startOnce } from '../../../lib/start-once.ts';
import { type ClaimDraft, newClaimDraft } from './claim-draft.ts';
import { ClaimFields } from './claim-fields.tsx';
import { ClaimsUsedUp } from './claim-notices.tsx';
import { claimStateOf } from './claim-state.ts';

interface ClaimFormProps {
  readonly order: OrderView;
  /** Called once the claim has been taken. */
  readonly onSent: () => void;
}

/** Form of a claim that the order was paid. Errors keep what was typed. */
export function ClaimForm({ order, onSent }: ClaimFormProps) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { left } = claimStateOf(order.events);
  const { config } = useConfig();
  const ownBank = bankNameOf(config, order.senderBank);
  const [draft, setDraft] = useState<ClaimDraft>(() => newClaimDraft(order, ownBank));
  const [problem, setProblem] = useState<ClaimProblem | null>(null);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const creation = trpc.claims.create.mutationOptions({
    onSuccess: onSent,
    // The order's log tells of the claim, also when the answer to this call is lost.
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.orders.get.queryKey({ ref: order.ref }) }),
  });
  const send = useMutation(creation);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkClaim({ ...draft, paidAt: draft.paidAt === '' ? null : new Date(draft.paidAt) }, order, new Date(nowMs()));
    setProblem('problem' in checked ? checked.problem : null);
    if ('problem' in checked) return;
    const { paidAt, bank, accountEnd, reference } = checked.facts;
    const facts = { paidAt: paidAt.toISOString(), bank: bank ?? '', accountEnd: accountEnd ?? '', reference: reference ?? '' };
    startOnce(queries, creation.mutationKey, () => send.mutate({ ref: order.ref, ...facts }));
  };

  if (left <= 0) return <ClaimsUsedUp refText={order.ref} />;
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>Báo khoản đã chuyển</Trans>
      </CardTitle>
      <p>
        <Trans>
          Tiền thường đến trong vài phút. Nếu đã lâu hơn, hãy cho biết bạn chuyển lúc nào và từ đâu: nhân viên sẽ đối chiếu với các khoản chưa rõ
          thuộc đơn nào. Bạn không cần chuyển lại.
        </Trans>
      </p>
      <form className="grid gap-4" noValidate onSubmit={onSubmit}>
        <ClaimFields draft={draft} onChange={setDraft} order={order} problem={problem} />
        {send.error && (
          <Notice look="danger" role="alert">
            {refusalText(i18n, locale, send.error) ?? <Trans>Mất kết nối nên chưa có phản hồi. Vui lòng thử lại.</Trans>}
          </Notice>
        )}
        <Button busy={send.isPending} type="submit">
          <Trans>Gửi cho nhân viên đối chiếu</Trans>
        </Button>
      </form>
    </Card>
  );
}
