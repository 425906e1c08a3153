import { defineEntity, p } from '@mikro-orm/core';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { CurrencyKey, DocStatus } from '@quydoi/domain/customer/customer';
import type { Locale } from '@quydoi/domain/locales';

/** A visitor's order that a customer has taken over. Inserted by the web role. */
export const AdoptedOrderEntity = defineEntity({
  name: 'AdoptedOrder',
  tableName: 'adopted_order',
  properties: {
    orderId: p.uuid().primary(),
    customerId: p.text(),
    createdAt: p.datetime(),
    proof: p.text(),
  },
});

/** An account or wallet that a customer has saved for forms to offer it. */
export const SavedDestinationEntity = defineEntity({
  name: 'SavedDestination',
  tableName: 'saved_destination',
  properties: {
    customerId: p.text().primary(),
    currency: p.text().$type<CurrencyCode>().primary(),
    bank: p.text().primary(),
    account: p.text().primary(),
    savedAt: p.datetime(),
    proof: p.text(),
  },
});

/** The picture that a customer has of themselves. */
export const AvatarEntity = defineEntity({
  name: 'Avatar',
  tableName: 'avatar',
  properties: {
    customerId: p.text().primary(),
    id: p.text(),
    image: p.blob(),
    uploadedAt: p.datetime(),
  },
});

/** A customer with an account. Credentials, e-mail address and username are the user's of the same id in schema `auth`. */
export const CustomerEntity = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  properties: {
    id: p.text().primary(),
    version: p.integer(),
    fullName: p.text(),
    firstName: p.text(),
    lastName: p.text(),
    birthday: p.text(),
    passportId: p.text(),
    phoneNumber: p.text(),
    streetAddress1: p.text(),
    streetAddress2: p.text(),
    city: p.text(),
    postalCode: p.text(),
    countryCode: p.text(),
    language: p.text().$type<Locale>(),
    timeZone: p.text(),
    currencyKey: p.text().$type<CurrencyKey>(),
    isLockScreen: p.boolean(),
    sponsor: p.text().nullable(),
    docStatus: p.text().$type<DocStatus>(),
    /** Counted by the database. */
    orderCount: p.integer(),
    createdAt: p.datetime(),
  },
});
