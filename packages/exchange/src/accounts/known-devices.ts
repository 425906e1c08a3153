import { findKnownDevice, readDeviceCode, rememberDevice as storeDevice } from '@quydoi/database/repositories/password-tries';
import { KNOWN_DEVICES_MAX } from '@quydoi/domain/constants';
import type { Ctx } from '../context.ts';
import { isMac, type MacSecrets, macOf } from '../keyed-mac.ts';

/* Devices that a customer has logged in from have tries of their own: a row that the web's login has written makes none known. */

interface WithSecrets {
  readonly secrets: MacSecrets;
}

/** 128 bits. */
const CODE_BYTES = 16;

/** The customer whom a device is known to have logged in as before, by e-mail address or username in lower case; null if it has not. */
export async function customerOfDevice({ orm }: Ctx, { secrets }: WithSecrets, login: string, device: string | null): Promise<string | null> {
  const known = device === null ? null : await findKnownDevice(orm, login, device);
  return known && isMac(known.code, textOf(known.customerId, device), secrets, CODE_BYTES) ? known.customerId : null;
}

/** Whether a customer is known to have logged in from a device before. */
export async function isKnownDevice({ orm }: Ctx, { secrets }: WithSecrets, customerId: string, device: string | null): Promise<boolean> {
  const code = device === null ? null : await readDeviceCode(orm, customerId, device);
  return code !== null && isMac(code, textOf(customerId, device), secrets, CODE_BYTES);
}

/** Remembers that a customer has logged in from a device, and forgets the devices that were away for longest beyond a number of them. */
export async function rememberDevice({ orm, clock }: Ctx, { secrets }: WithSecrets, customerId: string, device: string): Promise<void> {
  await storeDevice(orm, { customerId, code: macOf(textOf(customerId, device), secrets, CODE_BYTES) }, device, clock.now(), KNOWN_DEVICES_MAX);
}

function textOf(customerId: string, device: string | null): string {
  return `device ${customerId} ${device}`;
}
