import { type Books, openBooks } from './books.ts';
import { presentTime } from './clock.ts';
import { type Faults, openFaults } from './faults.ts';
import { openMailBook } from './mail/book.ts';
import { MAIL_FAULTS } from './mail/faults.ts';
import type { MailServerParts } from './mail/smtp.ts';
import type { SimulatedNetwork } from './network.ts';
import { FAULTS, NETWORK_LIST, type OpenNetworks, type SimulatedNetworkCode } from './networks.ts';
import type { SandboxOptions } from './options.ts';
import { PRICE_FAULTS } from './prices/index.ts';
import { openSmsBook } from './sms/book.ts';
import { SMS_FAULTS } from './sms/faults.ts';
import type { SmsParts } from './sms/routes.ts';

/** The simulated outside world: every network over one set of books. */
export interface World {
  readonly books: Books;
  readonly faults: Faults;
  readonly networks: OpenNetworks;
  readonly mail: MailServerParts;
  readonly sms: SmsParts;
  /** {@link networks} as a list, for code that treats all networks alike. */
  readonly networkList: readonly (readonly [SimulatedNetworkCode, SimulatedNetwork])[];
}

/** Names of the mail server and the provider of SMS in `POST /faults`. */
const MAIL = 'mail';
const SMS = 'esms';

/** Opens the books and every network on them; interrupted background work (webhooks) resumes. */
export function openWorld(options: SandboxOptions): World {
  const now = options.now ?? presentTime;
  const books = openBooks(options.dataFolder);
  const mailFaults = Object.entries(MAIL_FAULTS).map(([kind, fault]) => ({ rail: MAIL, kind, ...fault }));
  const smsFaults = Object.entries(SMS_FAULTS).map(([kind, fault]) => ({ rail: SMS, kind, ...fault }));
  const faults = openFaults(books, [...FAULTS, ...PRICE_FAULTS, ...mailFaults, ...smsFaults]);
  const networkList = NETWORK_LIST.map(([code, { open }]) => [code, open({ books, faults, now }, options.networks[code])] as const);
  const mail = { book: openMailBook(books), faults: faults.of(MAIL, MAIL_FAULTS), now };
  const sms = { book: openSmsBook(books), faults: faults.of(SMS, SMS_FAULTS), options: options.sms, now };
  return { books, faults, mail, sms, networks: Object.fromEntries(networkList) as unknown as OpenNetworks, networkList };
}
