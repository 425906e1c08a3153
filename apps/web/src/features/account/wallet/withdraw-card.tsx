import { Trans, useLingui } from '@lingui/react/macro';
import type { WalletView, WithdrawalView } from '@quydoi/contract/wallet';
import type { Badge as BadgeColour } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { useToast } from '@quydoi/ui/toast';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { nowMs } from '../../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../../lib/dates.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { StaffHours } from '../../order/components/staff-hours.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { forgetWithdrawal, withdrawalDraft } from './withdrawal-draft.ts';

interface WithdrawCardProps {
  readonly wallet: WalletView;
  readonly withdrawals: readonly WithdrawalView[];
}

/** Withdrawals: the newest, and a form for the next. */
export function WithdrawCard({ wallet, withdrawals }: WithdrawCardProps) {
  const { t } = useLingui();
  const tell = useToast();
  const [isOpen, setOpen] = useState(() => Boolean(withdrawalDraft.get().amount));
  const opener = useFocusBack(isOpen);
  const onCancel = () => {
    forgetWithdrawal();
    setOpen(false);
  };
  const onDone = () => {
    onCancel();
    tell(t`Đã nhận lệnh rút tiền`);
  };
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Rút tiền</Trans>
      </CardTitle>
      {isOpen ? (
        <WithdrawForm onCancel={onCancel} onDone={onDone} wallet={wallet} />
      ) : (
        <Button className="justify-self-start" look="secondary" onClick={() => setOpen(true)} ref={opener}>
          <Trans>Rút tiền về tài khoản</Trans>
        </Button>
      )}
      {withdrawals.length > 0 && (
        <ul className="divide-y divide-line">
          {withdrawals.map((withdrawal) => (
            <ListedWithdrawal key={withdrawal.ref} withdrawal={withdrawal} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Puts the focus back where the form was opened, once it is closed. @returns for the button that opens it */
function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

const STATES: Readonly<Record<WithdrawalView['state'], readonly [BadgeColour, ReactNode]>> = {
  requested: ['yellow', <Trans key="requested">Đang xử lý</Trans>],
  sending: ['yellow', <Trans key="sending">Đang chuyển</Trans>],
  done: ['green', <Trans key="done">Đã chuyển</Trans>],
  failed: ['red', <Trans key="failed">Không chuyển được, tiền đã về số dư</Trans>],
  refused: ['red', <Trans key="refused">Chưa rút được</Trans>],
  error: ['yellow', <Trans key="error">Chờ nhân viên kiểm tra</Trans>],
};

/** Why a withdrawal was not taken. */
const REFUSALS: Readonly<Record<string, ReactNode>> = {
  balance_short: <Trans>Số dư không còn đủ khi lệnh được xử lý.</Trans>,
  not_allowed: <Trans>Rút tiền đang tạm dừng, hoặc số tiền ngoài giới hạn.</Trans>,
  destination: <Trans>Nơi nhận chưa được lưu đủ lâu.</Trans>,
};

function ListedWithdrawal({ withdrawal }: { readonly withdrawal: WithdrawalView }) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const { ref, currency, amount, fee, destination, destinationBank, state, reason, createdAt, explorerUrl } = withdrawal;
  const [colour, text] = STATES[state];
  const why = state === 'refused' ? REFUSALS[reason ?? ''] : undefined;
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{formatAmount(currency, amount, locale)}</span>
        <Badge colour={colour}>{text}</Badge>
      </span>
      <span className="wrap-anywhere text-muted text-small">
        {bankNameOf(config, destinationBank) ?? ''} {destination}
      </span>
      <span className="text-muted text-small">
        <span className="tracking-wide">{ref}</span> · {formatShortMomentInVietnam(createdAt, new Date(nowMs()), locale)}
      </span>
      {fee > 0n && (
        <span className="text-muted text-small">
          <Trans>Gồm phí chuyển {formatAmount(currency, fee, locale)}</Trans>
        </span>
      )}
      {why && <span className="text-small">{why}</span>}
      {state === 'error' && <StaffHours />}
      {explorerUrl !== null && (
        <a
          className="inline-flex min-h-touch items-center font-semibold text-brand text-small hover:underline"
          href={explorerUrl}
          rel="noreferrer"
          target="_blank"
        >
          <Trans>Xem trên mạng</Trans>
        </a>
      )}
    </li>
  );
}
