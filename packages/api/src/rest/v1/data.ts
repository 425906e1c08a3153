import { CURRENCY_KEYS, DOC_STATUSES } from '@quydoi/domain/customer/customer';
import { LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import { ORDER_ACTIONS, ORDER_KINDS, ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { WALLET_COINS } from '@quydoi/domain/wallet/wallet';
import { z } from 'zod';

/*
 * What `data` holds in the answers of the public API, for its documentation; tests hold the answers against it. Numbers are exact
 * decimals of any length: read them with a decimal type where cents of large amounts matter.
 */

/** An order. */
export const orderData = z.strictObject({
  Id: z.string(),
  Ref: z.string(),
  OrderLink: z.string(),
  OrderType: z.enum(ORDER_KINDS),
  Status: z.enum(ORDER_STATUS_CODES),
  reason: z.enum(ORDER_REASONS).nullable(),
  actions: z.array(z.enum(ORDER_ACTIONS)),
  FromBank: z.string(),
  ToBank: z.string(),
  CurrencyCode: z.string(),
  CouponCode: z.string(),
  AmountSent: z.number(),
  AmountReceived: z.number(),
  AmountPaid: z.number(),
  AmountRefunded: z.number().describe('How much of AmountPaid is given back or being given back'),
  Quantity: z.number(),
  Rate: z.number(),
  CashAmount: z.number(),
  CashFee: z.number(),
  Fee_Exchange: z.number().describe('Before Discount'),
  Discount: z.number().describe('What the coupon saves: dong less to send for a buy, more to receive for a swap'),
  Timer: z.number().int().describe('Seconds from TimeCreate in which the order is to be paid'),
  TimeCreate: z.number().int().describe('Unix seconds'),
  CreatedAt: z.iso.datetime(),
  AccountIdSent: z.string().describe('The account that the customer pays from'),
  AccountIdReceived: z.string().describe('The account or address that the customer is paid to'),
  AccountNameReceived: z.string(),
  /** False for a name that the customer typed because it could not be looked up, and without a name. */
  AccountNameVerified: z.boolean(),
  SenderAccount: z.strictObject({ name: z.string(), bank_code: z.string(), BankName: z.string(), address: z.string() }),
  ReceivingAddress: z.string().describe('The account or address to pay to'),
  a_receiving_address: z.string().describe('The account or address to pay to'),
  b_receiving_address: z.string().describe('The account or address that the customer is paid to'),
  BankId: z.string(),
  BankName: z.string(),
  AccountNumber: z.string(),
  AccountName: z.string(),
  Branch: z.string(),
  Memo: z.string().describe('To be written with the payment exactly so'),
  QrCode: z.string().describe('What the QR code holds'),
  Checkout: z
    .strictObject({ Url: z.string(), Fields: z.record(z.string(), z.string()) })
    .nullable()
    .describe('A form to post from the browser of the payer, who then pays on the page of the provider (WebMoney); null where there is none'),
  SellerAccountId: z.string(),
  SellerAccountName: z.string(),
  PmAccount: z.strictObject({ name: z.string() }).describe('Holder of the Perfect Money wallet that is paid'),
  PmBatchNumber: z.string(),
  PmVoucher: z.string().describe('`number;code` of the e-voucher that was bought, for 30 days and with the order key only'),
  evoucher_number: z.string(),
  evoucher_code: z.string(),
  Hash: z.string(),
  HashLink: z.string(),
  Seen: z
    .strictObject({
      Amount: z.number(),
      Hash: z.string(),
      HashLink: z.string(),
      Time: z.number().int().describe('Unix seconds'),
      Confirmations: z.number().int().describe('How many blocks make it final'),
      BlockMs: z.number().int(),
    })
    .nullable()
    .describe('A payment that is seen and not final yet'),
  Refund: z
    .strictObject({
      State: z.enum(['review', 'waiting', 'sending', 'done', 'failed']),
      Amount: z.number(),
      Fee: z.number(),
      Destination: z.string(),
      DestinationBank: z.string(),
      Reference: z.string(),
      HashLink: z.string(),
    })
    .nullable()
    .describe('Money on its way back'),
  OrderLog: z.string().describe('unixSeconds:text;unixSeconds:text'),
  Processing: z.boolean(),
  AutoRetry: z.boolean(),
  is_pending: z.boolean(),
  is_hidden_info_transfer: z.boolean(),
  is_over_5_minutes: z.boolean(),
  is_usdt: z.boolean(),
  noHash: z.boolean(),
});

const refundShare = z.strictObject({ Amount: z.number(), Fee: z.number() }).nullable();

/** An order with what can be decided about it. */
export const decidableOrderData = orderData.extend({
  Decision: z
    .strictObject({
      Missing: z.number().nullable().describe('Still to be sent, while it can be'),
      Excess: z.number().nullable().describe('What came in beyond the order'),
      Recalculation: z
        .strictObject({
          Offer: z.string().describe('Names it: `offer` of acceptRecalculation'),
          Quantity: z.number(),
          AmountSent: z.number(),
          AmountReceived: z.number(),
          Fee_Exchange: z.number().describe('Before Discount'),
          Discount: z.number().describe('What the coupon saves: dong less to send for a buy, more to receive for a swap'),
          CashFee: z.number(),
          Rate: z.number(),
          RateVersion: z.number().int(),
          Excess: z
            .strictObject({ Quantity: z.number(), Rate: z.number(), RateVersion: z.number().int() })
            .nullable()
            .describe('Part of the quantity beyond the ordered one, when it has a newer rate'),
          TimeExpire: z.number().int().describe('Unix seconds; any new payment voids it before'),
        })
        .nullable(),
      RecalculationRefusal: z.string().nullable().describe('Error code of why there is none'),
      Refund: refundShare.describe('Everything back: what arrives, and what is kept'),
      ExcessRefund: refundShare.describe('The excess back, the order as it was'),
    })
    .nullable()
    .describe('What the holder of the key can decide now; null when there is nothing'),
});

/** A new order, with the key that opens it. */
export const createdOrderData = orderData.extend({ Key: z.string().describe('Opens the order; given only here') });

/** A holder's name. */
export const accountNameData = z.strictObject({
  account_name: z.string().describe('Percent-encoded name, or WAITING, or ACCOUNT_NAME_INVALID'),
});

/** A review that has been sent in. */
export const createdReviewData = z.strictObject({ Ref: z.string(), Author: z.literal('Customer'), Status: z.literal('pending') });

/** A claim that was taken. */
export const createdClaimData = z.strictObject({
  Ref: z.string(),
  Left: z.number().int().describe('Claims that the order has left'),
  ReplyMinutes: z.number().int().describe('Usual time of an answer, in support hours; it comes in the order log'),
});

/** Approved reviews. */
export const reviewListData = z.strictObject({
  data: z.array(
    z.strictObject({
      Id: z.string(),
      TargetType: z.enum(ORDER_KINDS).describe('Kind of the reviewed order'),
      FromBank: z.string(),
      ToBank: z.string(),
      Author: z.literal('Customer'),
      Content: z.string(),
      AmountSent: z.number(),
      AmountReceived: z.number(),
      Status: z.literal('approved'),
      CreatedAt: z.iso.datetime(),
    }),
  ),
});

/** Whether an e-voucher was taken. */
export const submittedVoucherData = z.strictObject({
  Ref: z.string(),
  State: z.enum(['accepted', 'checking']).describe('`checking`: the issuer has not answered yet; the order shows its answer'),
  Left: z.number().int().describe('How many e-vouchers may still be refused'),
});

/** An e-voucher that was bought here. */
export const voucherCheckData = z.strictObject({
  evoucher_number: z.string(),
  activation_code: z.string(),
  amount: z.number().describe('US dollars'),
  created_time: z.iso.datetime().describe('GMT'),
  payee_account: z.string().describe('The account that it was activated into; empty while it is unused'),
  activated_time: z.string().describe('GMT; empty while it is unused'),
});

/** An order in its customer's list. */
export const listedOrderData = orderData
  .pick({ Id: true, Ref: true, OrderType: true, Status: true, reason: true, FromBank: true, ToBank: true, AmountSent: true, AmountReceived: true })
  .extend(
    orderData.pick({ AccountIdSent: true, AccountIdReceived: true, Processing: true, AutoRetry: true, TimeCreate: true, CreatedAt: true }).shape,
  );

/** A page of the customer's orders. */
export const orderListData = z.strictObject({
  items: z.array(listedOrderData),
  total: z.number().int().nullable().describe('Orders that the customer ever made; null for those of one kind'),
  offset: z.number().int(),
  limit: z.number().int(),
});

/** The customer who is logged in. */
export const customerData = z.strictObject({
  Id: z.string().describe('Also the referral code'),
  Email: z.string(),
  Username: z.string(),
  FullName: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Birthday: z.string().describe('As 1990-12-31; empty, as the others, where the customer says nothing'),
  PassportId: z.string(),
  PhoneNumber: z.string(),
  Address: z.string().describe('The fields below on one line'),
  StreetAddress1: z.string(),
  StreetAddress2: z.string(),
  City: z.string(),
  PostalCode: z.string(),
  CountryCode: z.string().describe('ISO 3166-1 alpha-2'),
  Country: z.string().describe("Its name in the caller's language"),
  Avatar: z.string().describe('Path of their picture on this site, for their own session; empty without one'),
  IsLockScreen: z.boolean().describe('Whether browsers that are left alone are locked'),
  Language: z.enum(LOCALE_CODES as [Locale, ...Locale[]]),
  TimezoneKey: z.string().describe('IANA time zone'),
  CurrencyKey: z.enum(CURRENCY_KEYS),
  Sponsor: z.string().describe('Id of the customer whose link was followed at registration'),
  DocStatus: z.enum(DOC_STATUSES),
  Twofa: z.literal([0, 1, 2]).describe('0 none, 1 SMS, 2 authenticator'),
  IsTwoFactor: z.boolean(),
  CreatedAt: z.iso.datetime(),
});

const ownAddressData = z.strictObject({ Address: z.string(), Balance: z.number().describe('The balance of the coin') });

/** The customer's balances. */
export const walletData = z.strictObject({
  Id: z.string().describe("The customer's id"),
  UserId: z.string(),
  Status: z.literal('active'),
  Processing: z.boolean().describe('Whether a withdrawal is on its way'),
  Vnd: z.number(),
  Eth: z.number(),
  Btc: z.number(),
  EthWallets: z.array(ownAddressData).describe("The customer's own address for deposits, once it was asked for and while ETH is on"),
  BtcWallets: z.array(ownAddressData),
  CreatedAt: z.iso.datetime(),
  UpdatedAt: z.iso.datetime().describe('When a balance changed last'),
});

/** A page of the customer's deposits and withdrawals of coins. */
export const coinTransactionsData = z.strictObject({
  items: z.array(
    z.strictObject({
      Id: z.string(),
      UserId: z.string(),
      Type: z.enum(['deposit', 'withdrawal']),
      CryptoType: z.enum(WALLET_COINS),
      Total: z.number().describe('What came, or left the balance'),
      Fee: z.number().describe('Part of a withdrawal that is kept for the transfer'),
      Hash: z.string().describe('Id of the transaction; empty while there is none'),
      FromAddress: z.string().describe('Empty where the chain tells none'),
      ToAddress: z.string(),
      BlockHeight: z.null().describe('Not kept: see the transaction'),
      Confirm: z.boolean().describe('Whether it is final, and in the balance or sent'),
      Status: z.enum(['confirming', 'processing', 'done', 'failed']),
      Processing: z.boolean(),
      Version: z.number().int(),
      CreatedAt: z.iso.datetime(),
    }),
  ),
  offset: z.number().int(),
  limit: z.number().int(),
});

const exportedOrderData = listedOrderData.extend({
  AccountNameReceived: z.string().describe('Holder of the account that is paid to'),
  IsAdopted: z.boolean().describe('Made without an account, and taken over at a login'),
  FinalAt: z.string().describe('Empty while the order is open'),
});

/** All that is kept of the customer. */
export const accountExportData = z.strictObject({
  ExportedAt: z.iso.datetime(),
  User: customerData,
  TwoFactorSince: z.string().describe('Empty while it is off'),
  Passkeys: z.array(z.strictObject({ Name: z.string(), CreatedAt: z.iso.datetime(), UsedAt: z.string().describe('Empty if never used') })),
  Sessions: z.array(z.strictObject({ Ip: z.string(), UserAgent: z.string(), CreatedAt: z.iso.datetime(), ExpiresAt: z.iso.datetime() })),
  Devices: z.array(z.strictObject({ SeenAt: z.iso.datetime() })).describe('Devices that are known to be theirs'),
  Destinations: z
    .array(z.strictObject({ CurrencyCode: z.string(), BankName: z.string(), Account: z.string(), SavedAt: z.iso.datetime() }))
    .describe('Accounts and wallets that they have saved to be paid to'),
  AvatarImage: z.string().describe('Their picture, a JPEG in base64; empty without one'),
  Orders: z.array(exportedOrderData),
  Wallet: z.strictObject({
    Balances: z.array(z.strictObject({ CurrencyCode: z.string(), Balance: z.number() })),
    Addresses: z.array(z.strictObject({ CurrencyCode: z.string(), Address: z.string() })).describe('Own addresses for deposits of coins'),
    Statement: z.array(
      z.strictObject({
        CurrencyCode: z.string(),
        Type: z.string(),
        CreatedAt: z.iso.datetime(),
        Amount: z.number().describe('Above zero when the balance grew'),
        Balance: z.number().describe('After it'),
        Reference: z.string(),
      }),
    ),
    Withdrawals: z.array(
      z.strictObject({
        Ref: z.string(),
        CurrencyCode: z.string(),
        Amount: z.number(),
        Fee: z.number(),
        Account: z.string(),
        BankName: z.string(),
        AccountName: z.string(),
        Status: z.string(),
        Reference: z.string().describe("The provider's or chain's; empty before"),
        CreatedAt: z.iso.datetime(),
      }),
    ),
  }),
  Referrals: z
    .array(z.strictObject({ Order: z.string(), CreatedAt: z.iso.datetime(), Amount: z.number(), Returned: z.number(), Owed: z.number() }))
    .describe('What orders of others gave to the customer as their sponsor, in dong'),
});
