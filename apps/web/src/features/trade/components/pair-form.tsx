import { useLingui } from '@lingui/react/macro';
import type { ConfigView } from '@quydoi/contract/config';
import { isUsdt } from '@quydoi/domain/currencies';
import { buttonClass } from '@quydoi/ui/button';
import { ArrowUpDown } from 'lucide-react';
import { Link } from 'wouter';
import { codeOn, type TradeOption } from '../offer.ts';
import { sourcesOf, targetsOf } from '../pairs.ts';
import { TradeForm } from '../trade-form.tsx';
import { tradePath } from '../trade-path.ts';
import { CurrencySelect } from './currency-select.tsx';
import { NetworkChoice } from './network-choice.tsx';

interface PairFormProps {
  readonly config: ConfigView;
  readonly offers: readonly TradeOption[];
  readonly offer: TradeOption;
}

/** Trade form to swap two currencies, each chosen beside its amount, with a button to reverse them. */
export function PairForm({ config, offers, offer }: PairFormProps) {
  const { t } = useLingui();
  const reversed = offers.find(({ from, to }) => from === offer.to && to === offer.from);
  const sides = { from: sourcesOf(offers, offer), to: targetsOf(offers, offer) };
  return (
    <TradeForm
      config={config}
      entered={<CurrencySelect chosen={offer} label={t`Chọn loại tiền gửi`} offers={sides.from} side="from" />}
      offer={offer}
      received={<CurrencySelect chosen={offer} label={t`Chọn loại tiền nhận`} offers={sides.to} side="to" />}
      reverse={
        reversed && (
          <Link
            aria-label={t`Đổi chiều`}
            className={buttonClass({ look: 'secondary', className: '-my-3 justify-self-center' })}
            href={tradePath(reversed)}
            title={t`Đổi chiều`}
          >
            <ArrowUpDown aria-hidden="true" className="size-5" />
          </Link>
        )
      }
    >
      {(['from', 'to'] as const).map(
        (side) =>
          isUsdt(offer[side]) && <NetworkChoice chosen={codeOn(offer, side)} key={side} name={`network-${side}`} offers={sides[side]} side={side} />,
      )}
    </TradeForm>
  );
}
