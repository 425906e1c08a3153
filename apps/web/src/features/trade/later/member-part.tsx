import type { BankView } from '@quydoi/contract/config';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useStored } from '../../../lib/stored.ts';
import { isScreenLocked } from '../../account/screen/screen-state.ts';
import { laterPart } from '../../shell/later-part.tsx';
import { SubmitArea } from '../components/submit-area.tsx';
import type { TradeOption } from '../offer.ts';
import type { TradeFormState } from '../use-trade-form.ts';
import { BalanceChoice } from './balance-choice.tsx';
import { BalanceLine } from './balance-line.tsx';
import { BalanceNotes } from './balance-notes.tsx';
import { useBalanceSides } from './by-balance.ts';
import { SavedDestinations } from './saved-destinations.tsx';
import { useLaterMessages } from './use-later-messages.ts';

const BalanceSubmit = laterPart(async () => (await import('./balance-submit.tsx')).BalanceSubmit, <Skeleton className="h-24" />);

interface MemberPartProps {
  readonly form: TradeFormState;
  /** Absent at the form's end, where the order is submitted. */
  readonly banks?: readonly BankView[];
}

/** The steps beside the form. */
interface StepsProps {
  readonly steps: TradeOption;
}

/** The form's parts for who is logged in, in one file: see `FormParts`, or the steps beside it. */
export function MemberPart(props: MemberPartProps | StepsProps) {
  return 'steps' in props ? <BalanceNotes offer={props.steps} /> : <FormParts {...props} />;
}

/**
 * What the form offers to who is logged in: balances beside banks and wallets, and destinations that were saved, and at its end the button that submits the
 * order by the one or the other.
 */
function FormParts({ form, banks }: MemberPartProps) {
  useLaterMessages();
  const sides = useBalanceSides(form.offer);
  // The form is public, and stays: what it was told of the account goes.
  const isLocked = useStored(isScreenLocked);
  const isByBalance = !isLocked && (sides.from?.isChosen || sides.to?.isChosen);
  if (banks === undefined) return isByBalance ? <BalanceSubmit form={form} sides={sides} /> : <SubmitArea form={form} />;
  if (isLocked) return null;
  return (
    <>
      <BalanceLine offer={form.offer} />
      <BalanceChoice form={form} />
      <SavedDestinations banks={banks} form={form} />
    </>
  );
}
