import { Trans, useLingui } from '@lingui/react/macro';
import type { BankView } from '@quydoi/contract/config';
import { type Bank, searchBanks } from '@quydoi/domain/bank/banks';
import { BankTile } from '@quydoi/ui/bank-tile';
import { Dialog } from '@quydoi/ui/dialog';
import { Input } from '@quydoi/ui/field';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useLaterMessages } from './use-later-messages.ts';

interface BankDialogProps {
  readonly banks: readonly BankView[];
  readonly onChoose: (code: string) => void;
  readonly onClose: () => void;
}

const SEARCH_ID = 'bank-search';

/** Dialog with all banks, searchable by name, alias, code or BIN. Supports arrow keys, Enter and Escape. */
export function BankDialog({ banks, onChoose, onClose }: BankDialogProps) {
  useLaterMessages();
  const { t } = useLingui();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const searchable = useMemo(() => banks.map(searchableBank), [banks]);
  const found = useMemo(() => searchBanks(query, searchable), [query, searchable]);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 };
    const to = steps[event.key];
    if (to !== undefined) {
      event.preventDefault();
      move(to);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const bank = found[active];
      if (bank) onChoose(bank.slug);
    }
  };

  return (
    <Dialog closeLabel={t`Đóng`} focusId={SEARCH_ID} isSteady onClose={onClose} open title={t`Chọn ngân hàng`}>
      <div className="px-4 pb-3 sm:px-6">
        <Input
          aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          aria-controls="bank-list"
          aria-expanded="true"
          aria-label={t`Tìm theo tên, mã hoặc BIN`}
          autoComplete="off"
          end={<Search aria-hidden="true" className="size-5 text-muted" />}
          id={SEARCH_ID}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          placeholder={t`Tìm theo tên, mã hoặc BIN`}
          role="combobox"
          value={query}
        />
      </div>
      {found.length === 0 && (
        <p className="px-6 pb-6 text-muted" role="status">
          <Trans>Không tìm thấy ngân hàng nào. Thử tên viết tắt hoặc mã BIN.</Trans>
        </p>
      )}
      <div aria-label={t`Ngân hàng`} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4 sm:px-4" id="bank-list" role="listbox">
        {found.map((bank, i) => (
          // Key events go to the search field, whose aria-activedescendant is the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            aria-selected={i === active}
            className={clsx('flex min-h-touch items-center gap-3 rounded-field px-2 py-2', i === active ? 'bg-brand-soft' : 'hover:bg-sunken')}
            id={optionId(i)}
            key={bank.slug}
            onClick={() => onChoose(bank.slug)}
            role="option"
          >
            <BankTile code={bank.slug} name={bank.shortName} />
            <span className="min-w-0">
              <span className="block font-semibold">{bank.shortName}</span>
              <span className="block truncate text-small text-muted">{bank.name}</span>
            </span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function optionId(index: number): string {
  return `bank-option-${index}`;
}

/** Converts a bank of the configuration to the search's type. */
function searchableBank(bank: BankView): Bank {
  return {
    slug: bank.code,
    code: bank.code,
    bin: bank.bin,
    shortName: bank.shortName,
    name: bank.name,
    aliases: bank.aliases,
    swift: null,
    citad: null,
    napasTransferSupported: null,
    vietQrStatus: null,
    lookupSupported: bank.canLookup,
    type: 'bank',
  };
}
