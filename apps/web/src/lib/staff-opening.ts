import { nextOpening } from '@quydoi/domain/support-hours';
import { serverNowMs } from './clock.ts';
import { useConfig } from './site-data.ts';

/** When staff next begin to work; null while they do, or where it is not known. */
export function useStaffOpening(): Date | null {
  const { config } = useConfig();
  return nextOpening(config?.site.supportHours ?? '', new Date(serverNowMs()));
}
