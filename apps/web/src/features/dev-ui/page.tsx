import { CURRENCY_CODES } from '@quydoi/domain/currencies';
import { ORDER_STATUSES } from '@quydoi/domain/order-status';
import { Badge } from '@quydoi/ui/badge';
import { BankTile } from '@quydoi/ui/bank-tile';
import { Button } from '@quydoi/ui/button';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Chip } from '@quydoi/ui/chip';
import { Choice } from '@quydoi/ui/choice';
import { CopyRow } from '@quydoi/ui/copy';
import { Countdown } from '@quydoi/ui/countdown';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { Dialog } from '@quydoi/ui/dialog';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Notice } from '@quydoi/ui/notice';
import { Qr } from '@quydoi/ui/qr';
import { Skeleton } from '@quydoi/ui/skeleton';
import { Spinner } from '@quydoi/ui/spinner';
import { Stepper } from '@quydoi/ui/stepper';
import { type ReactNode, useState } from 'react';
import type { PageProps } from '../../routes.tsx';

/** Gallery of all UI components and their variants. Development builds only, not translated. */
export function Page(_props: PageProps) {
  const [choice, setChoice] = useState('a');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="font-semibold text-display">UI</h1>
      <Shelf title="Buttons">
        <Button>Primary</Button>
        <Button look="secondary">Secondary</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <Chip>Chip 1.000</Chip>
        <Spinner />
      </Shelf>
      <Shelf title="Badges">
        {Object.entries(ORDER_STATUSES).map(([status, { badge }]) => (
          <Badge colour={badge} key={status}>
            {status}
          </Badge>
        ))}
      </Shelf>
      <Shelf title="Fields">
        <div className="grid w-full gap-4 sm:grid-cols-3">
          <Field hint="Hint" id="dev-a" label="Label">
            <Input {...fieldProps('dev-a', null, true)} defaultValue="Value" end="USD" />
          </Field>
          <Field error="Error" id="dev-b" label="Label">
            <Input {...fieldProps('dev-b', true)} defaultValue="Value" large />
          </Field>
          <Field id="dev-c" label="Read-only">
            <Input {...fieldProps('dev-c', null)} defaultValue="NGUYEN VAN A" readOnly />
          </Field>
        </div>
        <fieldset className="flex gap-2">
          <legend>Choice</legend>
          {['a', 'b'].map((value) => (
            <Choice checked={choice === value} key={value} name="dev" onChoose={setChoice} value={value}>
              {value}
            </Choice>
          ))}
        </fieldset>
      </Shelf>
      <Shelf title="Notices">
        {(['info', 'ok', 'warn', 'danger'] as const).map((look) => (
          <Notice key={look} look={look}>
            {look}
          </Notice>
        ))}
        <Button look="secondary" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Dialog closeLabel="Close" onClose={() => setOpen(false)} open={isOpen} title="Dialog">
          <p className="px-6">Content</p>
        </Dialog>
      </Shelf>
      <Shelf title="Order">
        <div className="grid w-full gap-4">
          <Stepper
            label="Steps"
            steps={[
              { label: 'One', state: 'done' },
              { label: 'Two', state: 'trouble' },
              { label: 'Three', state: 'current' },
              { label: 'Four', state: 'ahead' },
            ]}
          />
          <Countdown dangerBelowSeconds={180} label="Calm" leftSeconds={900} totalSeconds={1800} />
          <Countdown dangerBelowSeconds={180} label="Danger" leftSeconds={90} totalSeconds={1800} />
          <CopyRow copied="Copied" label="Copy" name="Name" shown="0011 0012" value="00110012" />
          <CopyRow copied="Copied" label="Copy memo" name="Memo" shown="7KQ2M9XR4B" strong value="7KQ2M9XR4B" />
          <Qr title="QR" value="https://quydoi.example" />
          <Skeleton className="h-10" />
        </div>
      </Shelf>
      <Shelf title="Marks">
        {CURRENCY_CODES.map((code) => (
          <CurrencyMark code={code} key={code} />
        ))}
        <BankTile code="vcb" name="Vietcombank" />
        <BankTile code="mb" name="MBBank" />
        <BankTile code="xyz" name="Xyz" />
      </Shelf>
    </div>
  );
}

function Shelf({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card className="grid gap-4">
      <CardTitle>{title}</CardTitle>
      <div className="flex flex-wrap items-center gap-4">{children}</div>
    </Card>
  );
}
