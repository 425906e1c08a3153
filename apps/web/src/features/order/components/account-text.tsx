import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { Fragment } from 'react';

/** `0x` stands before the digits that are compared, on its own. */
const GROUP = /^0x|.{1,4}/g;
const GROUP_CELL = 'mr-[0.35em] inline-block min-w-[2.75em] first:min-w-0';

/**
 * An account: chain addresses in groups of four, to compare by eye, masked ones as they are. The gaps are margins, so that a copied selection is the
 * bare address; lines break between groups, in any font at the same ones: each stands in a cell of one width, but for the first, which may be `0x`.
 */
export function AccountText({ code, account }: { readonly code: CurrencyCode; readonly account: string }) {
  const isGrouped = networkOf(code).attribution.by === 'address' && !/[…•*]/.test(account);
  if (!isGrouped) return <span className="break-words">{account}</span>;
  return (
    <span>
      {(account.match(GROUP) ?? []).map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <Fragment key={i}>
          <span className={GROUP_CELL}>{group}</span>
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
