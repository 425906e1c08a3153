import { Trans } from '@lingui/react/macro';
import type { BankView } from '@quydoi/contract/config';
import { BANKS_SHOWN } from '@quydoi/domain/constants';
import { BankTile } from '@quydoi/ui/bank-tile';
import { Choice } from '@quydoi/ui/choice';
import { Spinner } from '@quydoi/ui/spinner';
import { Search } from 'lucide-react';
import { useStored } from '../../../lib/stored.ts';
import { recentBanks } from '../draft.ts';
import { useBankDialog } from '../use-bank-dialog.tsx';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';

interface BankChoiceProps {
  readonly banks: readonly BankView[];
  readonly form: TradeFormState;
}

/** Radio group of five banks, recent ones first, with a button for all others. */
export function BankChoice({ banks, form }: BankChoiceProps) {
  const { bank: chosen, setBank, bankRole } = form;
  const recent = useStored(recentBanks);
  const sorted = recentFirst(banks, recent);
  const { open, isLoading, dialog } = useBankDialog(sorted, setBank);
  const shown = shownBanks(sorted, chosen);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">
        {bankRole === 'destination' ? <Trans>Ngân hàng nhận tiền</Trans> : <Trans>Ngân hàng bạn dùng để chuyển</Trans>}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,30%)),1fr))] gap-2">
        {shown.map((bank) => (
          <Choice checked={bank.code === chosen?.code} key={bank.code} name="bank" onChoose={setBank} value={bank.code}>
            <BankTile className="max-sm:size-7" code={bank.code} name={bank.shortName} />
            <span className="min-w-0 truncate max-sm:text-small">{bank.shortName}</span>
          </Choice>
        ))}
        <button
          className="flex min-h-touch items-center gap-2 rounded-field border border-line border-dashed px-2 py-2 max-sm:gap-1 sm:px-3 text-left font-semibold text-brand max-sm:text-small transition-colors hover:bg-brand-soft"
          id={fieldId(form.offer, 'bank')}
          onClick={open}
          type="button"
        >
          {isLoading ? <Spinner className="shrink-0" /> : <Search aria-hidden="true" className="size-5 shrink-0 max-sm:size-4" />}
          <Trans>Ngân hàng khác</Trans>
        </button>
      </div>
      {form.errors.bank && (
        <p className="text-small font-semibold text-danger" role="alert">
          {form.errors.bank}
        </p>
      )}
      {dialog}
    </fieldset>
  );
}

function recentFirst(banks: readonly BankView[], recent: readonly string[]): readonly BankView[] {
  const used = recent.flatMap((code) => banks.find((bank) => bank.code === code) ?? []);
  return [...used, ...banks.filter((bank) => !used.includes(bank))];
}

/** The banks shown directly; always includes the chosen one. */
function shownBanks(banks: readonly BankView[], chosen: BankView | undefined): readonly BankView[] {
  const first = banks.slice(0, BANKS_SHOWN);
  if (!chosen || first.includes(chosen)) return first;
  return [chosen, ...first.slice(0, BANKS_SHOWN - 1)];
}
