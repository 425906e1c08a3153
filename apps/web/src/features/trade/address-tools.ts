import { checkDestination } from '@quydoi/domain/address/check';
import { ScanButton, ScanPart } from '../scan/scan-part.tsx';
import { addressProblemText } from './later/address-text.ts';
import { EnteredAddress } from './later/entered-address.tsx';

/** What address fields load after the first paint: the validation (hashes, alphabets), what it says, the address in groups, and the camera. */
export const ADDRESS_TOOLS = { checkDestination, addressProblemText, EnteredAddress, ScanButton, ScanPart };
