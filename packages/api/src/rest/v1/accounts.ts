import type { CustomerView } from '@quydoi/contract/accounts';
import { countryName } from '@quydoi/domain/customer/countries';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { customerData } from './data.ts';

/** `Twofa` of each second factor. */
const TWOFA = { none: 0, authenticator: 2 } as const satisfies Record<CustomerView['twoFactor'], number>;

/** The customer whose session's bearer token, or cookie, comes with the call. */
export const usersMe = defineRoute({
  path: 'users/me',
  summary: 'Shows the customer who is logged in.',
  body: z.object({}),
  data: customerData,
  handle: async ({ exchange, caller }) => ({ message: '', data: customerWire(await exchange.accounts.me(caller), caller.locale) }),
});

function customerWire(customer: CustomerView, locale: Locale) {
  const { streetAddress1, streetAddress2, city, postalCode, countryCode } = customer;
  return {
    Id: customer.id,
    Email: customer.email,
    Username: customer.username ?? '',
    FullName: customer.fullName,
    FirstName: customer.firstName,
    LastName: customer.lastName,
    Birthday: customer.birthday,
    PassportId: customer.passportId,
    PhoneNumber: customer.phoneNumber,
    Address: [streetAddress1, streetAddress2, city, postalCode].filter((line) => line !== '').join(', '),
    StreetAddress1: streetAddress1,
    StreetAddress2: streetAddress2,
    City: city,
    PostalCode: postalCode,
    CountryCode: countryCode,
    Country: countryName(countryCode, LOCALES[locale].tag),
    Avatar: '',
    IsLockScreen: false,
    Language: customer.language,
    TimezoneKey: customer.timeZone,
    CurrencyKey: customer.currencyKey,
    Sponsor: customer.sponsor ?? '',
    DocStatus: customer.docStatus,
    Twofa: TWOFA[customer.twoFactor],
    IsTwoFactor: customer.twoFactor !== 'none',
    CreatedAt: customer.createdAt.toISOString(),
  };
}
