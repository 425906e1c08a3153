import { Trans } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { csvOf } from './csv.ts';
import { download } from './download.ts';

interface SaveAsCsvProps {
  /** Name of the file. */
  readonly name: string;
  readonly head: readonly string[];
  /** Reads all rows, when the file is wanted. */
  readonly rows: () => Promise<readonly (readonly string[])[]>;
}

/** Saves a list as a file. */
export function SaveAsCsv({ name, head, rows }: SaveAsCsvProps) {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setBusy(true);
    setFailed(false);
    try {
      download(csvOf([head, ...(await rows())]), name, 'text/csv');
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-end gap-1">
      <Button busy={isBusy} look="quiet" onClick={() => void save()}>
        <Download aria-hidden="true" className="size-5" />
        <Trans>Tải CSV</Trans>
      </Button>
      {hasFailed && (
        <p className="text-danger text-small" role="alert">
          <Trans>Chưa tải được, vui lòng thử lại.</Trans>
        </p>
      )}
    </div>
  );
}
