import { type AccountExportView, type CustomerView, type ExportedOrderView, ownerProof } from '@quydoi/contract/accounts';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { countryName } from '@quydoi/domain/customer/countries';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { z } from 'zod';
import { exactAmount } from '../exact-number.ts';
import { defineRoute } from '../route.ts';
import { accountExportData, customerData } from './data.ts';
import { listedOrderWire } from './order-lists.ts';

/** `Twofa` of each second factor. */
const TWOFA = { none: 0, sms: 1, authenticator: 2 } as const satisfies Record<CustomerView['twoFactor'], number>;

/** The customer whose session's bearer token, or cookie, comes with the call. */
export const usersMe = defineRoute({
  path: 'users/me',
  summary: 'Shows the customer who is logged in.',
  body: z.object({}),
  data: customerData,
  handle: async ({ exchange, caller }) => ({ message: '', data: customerWire(await exchange.accounts.me(caller), caller.locale) }),
});

/** All that is kept of the customer. */
export const usersMeExport = defineRoute({
  path: 'users/me/export',
  summary: 'Exports all that is kept of the customer who is logged in, with at most 10 000 orders.',
  body: z.object({}),
  data: accountExportData,
  handle: async ({ exchange, caller }) => ({ message: '', data: exportWire(await exchange.accounts.exportData(caller), caller.locale) }),
});

/** Deletes the customer's account. */
export const usersMeDelete = defineRoute({
  path: 'users/me/delete',
  summary: 'Deletes the account of the customer who is logged in, for good. Takes the password and, where there is a second factor, its code.',
  body: ownerProof,
  data: z.object({}),
  handle: async ({ exchange, caller }, input) => {
    await exchange.accounts.deleteAccount(caller, input);
    return { message: '', data: {} };
  },
});

function exportWire(
  { exportedAt, customer, twoFactor, passkeys, sessions, devices, destinations, avatar, orders, wallet, referrals }: AccountExportView,
  locale: Locale,
) {
  return {
    ExportedAt: exportedAt.toISOString(),
    User: customerWire(customer, locale),
    TwoFactorSince: twoFactor.since?.toISOString() ?? '',
    Passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({
      Name: name,
      CreatedAt: createdAt.toISOString(),
      UsedAt: usedAt?.toISOString() ?? '',
    })),
    Sessions: sessions.map(({ ip, userAgent, createdAt, expiresAt }) => ({
      Ip: ip,
      UserAgent: userAgent,
      CreatedAt: createdAt.toISOString(),
      ExpiresAt: expiresAt.toISOString(),
    })),
    Devices: devices.map(({ seenAt }) => ({ SeenAt: seenAt.toISOString() })),
    Destinations: destinations.map(({ currency, bank, account, savedAt }) => ({
      CurrencyCode: currency,
      BankName: bank ?? '',
      Account: account,
      SavedAt: savedAt.toISOString(),
    })),
    AvatarImage: avatar?.image ?? '',
    Orders: orders.map(exportedOrderWire),
    Wallet: exportedWalletWire(wallet),
    Referrals: referrals.map(({ order, at, amount, returned, owed }) => ({
      Order: order,
      CreatedAt: at.toISOString(),
      Amount: exactAmount(amount, CURRENCIES.vnd.scale),
      Returned: exactAmount(returned, CURRENCIES.vnd.scale),
      Owed: exactAmount(owed, CURRENCIES.vnd.scale),
    })),
  };
}

function exportedWalletWire({ balances, addresses, statement, withdrawals }: AccountExportView['wallet']) {
  return {
    Balances: balances.map(({ currency, balance }) => ({ CurrencyCode: currency, Balance: exactAmount(balance, CURRENCIES[currency].scale) })),
    Addresses: addresses.map(({ currency, address }) => ({ CurrencyCode: currency, Address: address })),
    Statement: statement.map(({ currency, kind, at, amount, balance, orderRef, withdrawalRef, paymentReference }) => ({
      CurrencyCode: currency,
      Type: kind,
      CreatedAt: at.toISOString(),
      Amount: exactAmount(amount, CURRENCIES[currency].scale),
      Balance: exactAmount(balance, CURRENCIES[currency].scale),
      Reference: orderRef ?? withdrawalRef ?? paymentReference ?? '',
    })),
    Withdrawals: withdrawals.map(({ ref, currency, amount, fee, destination, destinationBank, destinationName, state, reference, createdAt }) => ({
      Ref: ref,
      CurrencyCode: currency,
      Amount: exactAmount(amount, CURRENCIES[currency].scale),
      Fee: exactAmount(fee, CURRENCIES[currency].scale),
      Account: destination,
      BankName: destinationBank ?? '',
      AccountName: destinationName ?? '',
      Status: state,
      Reference: reference ?? '',
      CreatedAt: createdAt.toISOString(),
    })),
  };
}

function exportedOrderWire(order: ExportedOrderView) {
  return {
    ...listedOrderWire(order),
    AccountNameReceived: order.destinationName ?? '',
    IsAdopted: order.isAdopted,
    FinalAt: order.finalAt?.toISOString() ?? '',
  };
}

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
    Avatar: customer.avatar ?? '',
    IsLockScreen: customer.isLockScreen,
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
