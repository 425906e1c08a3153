import type { EVOUCHER_DESTINATION as Value } from '@quydoi/domain/address/check';

/** Placeholder destination of orders paid out as an e-voucher. Copied from the domain, whose module would bundle the chains' hash functions. */
export const EVOUCHER_DESTINATION: typeof Value = 'evoucher';
