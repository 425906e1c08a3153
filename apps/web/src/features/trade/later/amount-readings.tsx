import { Trans } from '@lingui/react/macro';
import { SEPARATORS } from '@quydoi/domain/money';
import { Chip } from '@quydoi/ui/chip';
import { useLocale } from '../../../lib/locale-context.tsx';
import { readingsOf } from './readings-of.ts';

interface AmountReadingsProps {
  readonly amount: string;
  readonly scale: number;
  readonly unit: string;
  readonly onChoose: (plain: string) => void;
}

/** Chips with what an unclear amount may mean; what to type, where it can mean nothing. */
export function AmountReadings({ amount, scale, unit, onChoose }: AmountReadingsProps) {
  const { locale } = useLocale();
  const readings = readingsOf(amount, scale, locale);
  // Dong are paid in hundreds of thousands.
  const example = scale === 0 ? '500000' : '50';
  if (readings.length === 0) {
    return (
      <p className="text-muted text-small">
        <Trans>Chỉ nhập chữ số, ví dụ {example}.</Trans>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap gap-x-1.5 gap-y-2">
      {readings.map((plain) => (
        // Without thousands separators, so that readings such as `1234` and `1,234` (decimal comma) are easy to tell apart.
        <Chip key={plain} onClick={() => onChoose(plain)}>
          {plain.replace('.', SEPARATORS[locale].decimal)} {unit}
        </Chip>
      ))}
    </div>
  );
}
