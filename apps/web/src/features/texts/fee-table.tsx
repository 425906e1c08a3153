import type { ConfigView, RateView } from '@quydoi/contract/config';
import { formatDecimalText } from '@quydoi/domain/money';
import { useLocale } from '../../lib/locale-context.tsx';
import { percentText } from '../../lib/percent-text.ts';
import type { PageText } from './page-text.ts';

interface FeeTableProps {
  readonly config: ConfigView;
  /** `currency`, `buy`, `sell`, `free`; what follows a fee: `atLeast`, `atMost`, and `nowAtMost` where it follows the network's cost. */
  readonly labels: PageText['labels'];
}

/** Current exchange fees by currency. */
export function FeeTable({ config, labels }: FeeTableProps) {
  const { locale } = useLocale();
  const { currency, buy, sell, free = '' } = labels;
  const feeOf = (rate: RateView | undefined, unit: string) => {
    if (!rate) return '–';
    const amount = (text: string) => `${formatDecimalText(text, locale)} ${unit}`;
    const after = (label: string, text: string) => labels[label]?.replace('{{amount}}', amount(text)) ?? '';
    const now = rate.automaticFeeMax === null ? '' : after('nowAtMost', rate.automaticFeeMax);
    if (rate.percentFee === '0') return rate.fee === '0' && now === '' ? free : amount(rate.fee) + now;
    const floor = rate.fee === '0' && now === '' ? '' : after('atLeast', rate.fee) + now;
    const cap = rate.maxFee === null ? '' : after('atMost', rate.maxFee);
    return percentText(formatDecimalText(rate.percentFee, locale), locale) + floor + cap;
  };
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full text-left">
        <thead>
          <tr className="text-small text-muted">
            <th className="whitespace-nowrap px-3 py-2 font-normal" scope="col">
              {currency}
            </th>
            <th className="whitespace-nowrap px-3 py-2 font-normal" scope="col">
              {buy}
            </th>
            <th className="whitespace-nowrap px-3 py-2 font-normal" scope="col">
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
                <td className="whitespace-nowrap px-3 py-2">{free}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
