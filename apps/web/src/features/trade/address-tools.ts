import { checkDestination } from '@quydoi/domain/address/check';
import { ScanButton, ScanPart } from '../scan/scan-part.tsx';

/** What address fields load after the first paint: the validation (hashes, alphabets) and the camera. */
export const ADDRESS_TOOLS = { checkDestination, ScanButton, ScanPart };
