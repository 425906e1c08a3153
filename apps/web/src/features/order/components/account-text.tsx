import type { CurrencyCode } from '@quydoi/domain/currencies';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { isOnChain } from '../../../lib/network-label.ts';

/** `0x` stands before the digits that are compared, on its own. */
const GROUP = /^0x|.{1,4}/g;
const GROUP_CELL = 'mr-[0.6em] inline-block min-w-[4ch] first:min-w-0';

interface AccountTextProps {
  readonly code: CurrencyCode;
  readonly account: string;
  /** Whether the first and the last characters, which most people compare, stand out. */
  readonly marksEnds?: boolean;
}

/**
 * An account: chain addresses in groups of four, to compare by eye, masked ones as they are. The gaps are margins, so that a copied selection is the
 * bare address; lines break between groups, in any font at the same ones: each stands in a cell of one width, but for the first, which may be `0x`.
 * Letters are of one width, so that the gaps are.
 */
export function AccountText({ code, account, marksEnds = false }: AccountTextProps) {
  const isGrouped = isOnChain(code) && !/[…•*]/.test(account);
  if (!isGrouped) return <span className="break-words">{account}</span>;
  const groups = account.match(GROUP) ?? [];
  const firstCompared = groups.findIndex((group) => group !== '0x');
  // At least four characters.
  const lastCompared = groups.length - ((groups.at(-1)?.length ?? 0) < 4 ? 2 : 1);
  return (
    <span className="font-mono">
      {groups.map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <Fragment key={i}>
          <span className={clsx(GROUP_CELL, marksEnds && (i <= firstCompared || i >= lastCompared) && 'font-semibold text-ink')}>{group}</span>
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
