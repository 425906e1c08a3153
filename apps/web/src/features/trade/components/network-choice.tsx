import { Trans } from '@lingui/react/macro';
import type { NetworkView } from '@quydoi/contract/networks';
import { CURRENCIES, isUsdt } from '@quydoi/domain/currencies';
import { Choice } from '@quydoi/ui/choice';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { useLocation } from 'wouter';
import { finalityMinutes } from '../../../lib/finality.ts';
import { formatDecimalText } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { codeOn, type TradeChoice, type TradeOption } from '../offer.ts';
import { tradePath } from '../trade-path.ts';

type NetworkChoiceProps = TradeChoice & { readonly chosen: string };

/** Radio group of USDT's networks, open ones first, with the usual duration and, for payouts, the fee. */
export function NetworkChoice({ offers, chosen, side }: NetworkChoiceProps) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const [, navigate] = useLocation();
  const isPayout = (offer: TradeOption) => codeOn(offer, side) === offer.to;
  const networks = offers.filter((offer) => isUsdt(codeOn(offer, side))).toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  const [first] = networks;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{first && isPayout(first) ? <Trans>Mạng nhận USDT</Trans> : <Trans>Mạng gửi USDT</Trans>}</legend>
      <div className="grid gap-2">
        {networks.map((offer) => {
          const code = codeOn(offer, side);
          const network = config?.networks.find((row) => row.code === CURRENCIES[code].network);
          const fee = formatDecimalText(offer.rate.fee, locale);
          return (
            <Choice checked={code === chosen} key={code} name={`network${side ?? ''}`} onChoose={() => navigate(tradePath(offer))} value={code}>
              <CurrencyMark code={code} />
              <span className="min-w-0 flex-1 justify-between gap-3 sm:flex sm:items-baseline">
                <span className="block font-semibold">
                  {network?.tokenStandard} <span className="font-normal text-muted">{network?.name}</span>
                </span>
                <span className="block text-small text-muted">
                  {offer.isOpen && isPayout(offer) && (
                    <>{offer.rate.automaticFeeMax === null ? <Trans>Phí {fee} USDT</Trans> : <Trans>Phí hiện tại {fee} USDT</Trans>} · </>
                  )}
                  {offer.isOpen ? network?.finality && <Speed finality={network.finality} /> : <Trans>Bảo trì</Trans>}
                </span>
              </span>
            </Choice>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Usual time until a transfer is final. */
function Speed({ finality }: { readonly finality: NonNullable<NetworkView['finality']> }) {
  const minutes = finalityMinutes(finality);
  return minutes === 0 ? <Trans>dưới 1 phút</Trans> : <Trans>khoảng {minutes} phút</Trans>;
}
