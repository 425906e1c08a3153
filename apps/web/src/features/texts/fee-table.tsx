import type { ConfigView, RateView } from '@quydoi/contract/config';
import { formatDecimalText } from '@quydoi/domain/money';
import { useLocale } from '../../lib/locale-context.tsx';

/** Configuration and labels of the table. */
interface FeeTableProps {
  readonly config: ConfigView;
  readonly currency: string;
  readonly buy: string;
  readonly sell: string;
  readonly free: string;
  readonly atLeast: string;
  readonly atMost: string;
  /** Introduces the maximum of a fee that follows the network's cost. */
  readonly nowAtMost: string;
}

/** Current exchange fees by currency. */
export function FeeTable({ config, currency, buy, sell, free, atLeast, atMost, nowAtMost }: FeeTableProps) {
  const { locale } = useLocale();
  const number = (text: string) => formatDecimalText(text, locale);
  const feeOf = (rate: RateView | undefined, unit: string) => {
    if (!rate) return '–';
    const now = rate.automaticFeeMax === null ? '' : ` (${nowAtMost} ${number(rate.automaticFeeMax)} ${unit})`;
    if (rate.percentFee === '0') return rate.fee === '0' && now === '' ? free : `${number(rate.fee)} ${unit}${now}`;
    const floor = rate.fee === '0' && now === '' ? '' : `, ${atLeast} ${number(rate.fee)} ${unit}${now}`;
    const cap = rate.maxFee === null ? '' : `, ${atMost} ${number(rate.maxFee)} ${unit}`;
    return `${number(rate.percentFee)}%${floor}${cap}`;
  };
  return (
    <div className="overflow-x-auto">
      <table className="w-full rounded-card border border-line bg-surface text-left">
        <thead>
          <tr className="text-small text-muted">
            <th className="px-3 py-2 font-normal" scope="col">
              {currency}
            </th>
            <th className="px-3 py-2 font-normal" scope="col">
              {buy}
            </th>
            <th className="px-3 py-2 font-normal" scope="col">
              {sell}
            </th>
          </tr>
        </thead>
        <tbody>
          {config.currencies
            .filter(({ isShow }) => isShow)
            .map(({ code, name, unit }) => (
              <tr className="border-line border-t" key={code}>
                <th className="px-3 py-2 font-semibold" scope="row">
                  {name}
                </th>
                <td className="px-3 py-2">
                  {feeOf(
                    config.rates.find((rate) => rate.code === code && rate.kind === 'buy'),
                    unit,
                  )}
                </td>
                <td className="px-3 py-2">{free}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
