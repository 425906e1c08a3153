import { readHolderName } from '@quydoi/domain/bank/holder-name';
import type { HolderName } from '../../../lib/use-holder-name.ts';

/** The names of a refund's recipient and of the account that the order was to be paid from. */
export interface HolderChange {
  readonly recipient: string;
  readonly declared: string;
}

/** Both names if they are known and differ, marks, case and blanks aside; otherwise null. @param typed the recipient's name where it cannot be looked up; empty if there is none */
export function holderChange(holder: HolderName, declared: HolderName, typed: string): HolderChange | null {
  const recipient = holder.state === 'found' ? holder.name : typed;
  if (recipient === '' || declared.state !== 'found' || fold(recipient) === fold(declared.name)) return null;
  return { recipient, declared: declared.name };
}

/** Whether the recipient's name is known and the declared account's is still being looked up. */
export function isComparing(holder: HolderName, declared: HolderName): boolean {
  return holder.state === 'found' && declared.state === 'waiting';
}

function fold(name: string): string {
  return readHolderName(name) ?? name;
}
