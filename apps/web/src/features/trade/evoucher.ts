import type { EVOUCHER_DESTINATION as Word } from '@quydoi/domain/address/check';

/** What stands for a destination where the customer gets an e-voucher; the rules' own module brings the chains' hashes along. */
export const EVOUCHER_DESTINATION: typeof Word = 'evoucher';
