import type { CurrencyCode } from '@quydoi/domain/currencies';
import { Input } from '@quydoi/ui/field';
import { Spinner } from '@quydoi/ui/spinner';
import { type ComponentProps, useState } from 'react';
import { useAddressTools } from '../use-address-tools.ts';

interface AddressInputProps extends Omit<ComponentProps<typeof Input>, 'end' | 'onChange' | 'onBlur'> {
  /** Currency whose address is wanted. */
  readonly code: CurrencyCode;
  /** Whether the holder's name is being looked up. */
  readonly isBusy: boolean;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

/** Input for a wallet or address, typed or read by the camera. */
export function AddressInput({ code, isBusy, onText, onLeave, ...input }: AddressInputProps) {
  const tools = useAddressTools();
  const [isScanning, setScanning] = useState(false);
  return (
    <>
      <Input
        {...input}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        end={
          <>
            {isBusy && <Spinner className="text-muted" />}
            {tools && <tools.ScanButton code={code} onClick={() => setScanning(true)} />}
          </>
        }
        onBlur={onLeave}
        onChange={(event) => onText(event.target.value)}
        spellCheck={false}
      />
      {tools && isScanning && <tools.ScanPart code={code} onClose={() => setScanning(false)} onLeave={onLeave} onText={onText} />}
    </>
  );
}
