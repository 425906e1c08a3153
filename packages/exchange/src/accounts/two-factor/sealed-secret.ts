import type { TwoFactorKind } from '@quydoi/domain/customer/customer';
import { maskMobileNumber } from '@quydoi/domain/customer/mobile-number';
import { type MacSecrets, macsOf } from '../../keyed-mac.ts';
import { createSealing } from '../../sealed-text.ts';

/** What the codes of a second factor are made of: a secret in base32 and, where they are sent by SMS, a mobile number in E.164. */
export type FactorSecret =
  | { readonly kind: 'authenticator'; readonly secret: string }
  | { readonly kind: 'sms'; readonly secret: string; readonly phone: string };

const SEALING = createSealing('two-factor sealing');
/** No secret of an app looks like it: base32 has no blanks. */
const OF_SMS = /^sms (\+\d+) ([A-Z2-7]+)$/;

/**
 * Seals what a customer's codes are made of: neither a dump of the database nor a login to it gives codes, sends them to another number, or turns an
 * app's into those of SMS.
 */
export function sealFactor(factor: FactorSecret, customerId: string, secrets: MacSecrets, random: (size: number) => Uint8Array): string {
  const text = factor.kind === 'sms' ? `sms ${factor.phone} ${factor.secret}` : factor.secret;
  return SEALING.seal(text, [customerId], secrets, random);
}

/** Opens what a customer's codes are made of; null when it was not sealed for this customer. */
export function openFactor(sealed: string, customerId: string, secrets: MacSecrets): FactorSecret | null {
  const text = SEALING.open(sealed, [customerId], secrets);
  if (text === null) return null;
  const [, phone, secret] = OF_SMS.exec(text) ?? [];
  return phone === undefined || secret === undefined ? { kind: 'authenticator', secret: text } : { kind: 'sms', phone, secret };
}

/** How a customer gets codes, and at which number. */
export interface ShownFactor {
  readonly twoFactor: TwoFactorKind;
  /** Last digits of the mobile number; null where codes are not sent. */
  readonly sentTo: string | null;
}

/** How a customer gets codes, as it is shown. @param sealed null without a second factor */
export function shownFactorOf(sealed: string | null, customerId: string, secrets: MacSecrets): ShownFactor {
  if (sealed === null) return { twoFactor: 'none', sentTo: null };
  const factor = openFactor(sealed, customerId, secrets);
  return factor?.kind === 'sms' ? { twoFactor: 'sms', sentTo: maskMobileNumber(factor.phone) } : { twoFactor: 'authenticator', sentTo: null };
}

/**
 * Codes that switch off the second factor with this secret, as it is sealed: the database compares their hashes, and lets nobody switch it off without.
 * @returns one under each of the process's secrets, the newest first
 */
export function removalCodesOf(customerId: string, sealed: string, secrets: MacSecrets): readonly [string, ...string[]] {
  return macsOf(`two-factor removal ${customerId} ${sealed}`, secrets);
}
