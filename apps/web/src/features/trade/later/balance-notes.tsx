import { Trans } from '@lingui/react/macro';
import { Card, CardTitle } from '@quydoi/ui/card';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { Confirmations, paymentStep, TITLES, TradeNotes } from '../components/trade-notes.tsx';
import type { TradeOption } from '../offer.ts';
import { useBalanceSides } from './by-balance.ts';
import { useLaterMessages } from './use-later-messages.ts';

/** The steps of a trade that a balance pays or is paid by, in the place of those by transfer. */
export function BalanceNotes({ offer }: { readonly offer: TradeOption }) {
  useLaterMessages();
  const { from, to } = useBalanceSides(offer);
  const [pays, isPaid] = [from?.isChosen === true, to?.isChosen === true];
  if (!pays && !isPaid) return <TradeNotes offer={offer} />;
  return (
    <Card className="grid gap-4" data-balance-notes="">
      <CardTitle>{TITLES[offer.kind]}</CardTitle>
      <ol className="grid list-decimal gap-2 pl-5 marker:font-semibold marker:text-brand">
        <li>{isPaid ? <Trans>Nhập số lượng. Tiền nhận được vào số dư của bạn.</Trans> : <Trans>Nhập số lượng và nơi nhận tiền.</Trans>}</li>
        <li>{pays ? <Trans>Xác nhận bằng mật khẩu hoặc mã xác thực: số dư bị trừ ngay, bạn không cần chuyển khoản.</Trans> : paymentStep(offer)}</li>
        <li>
          {isPaid ? <Trans>Tiền được cộng vào số dư; rút về sau lúc nào cũng được.</Trans> : <Trans>Hệ thống gửi tiền tới nơi nhận của bạn.</Trans>}
          <SentenceGap />
          <Confirmations {...offer} />
        </li>
      </ol>
      <ul className="grid list-disc gap-2 border-line border-t pt-4 pl-5 text-muted text-small">
        <li>
          <Trans>Giao dịch đã hoàn tất không thể đảo ngược. Kiểm tra kỹ tài khoản hoặc ví nhận trước khi chuyển.</Trans>
        </li>
      </ul>
    </Card>
  );
}
