/**
 * SQLSTATE codes that the schema's own guards raise (`errcode = 'QD…'` in `migrations/`). Only `staleRate`, `owedToCustomers` and those of new
 * orders' coupons happen in normal operation, when a price, a balance or a coupon changes between reading and writing; every other one means that code of ours, or somebody using its login, asked for the impossible.
 */
export const GUARD_STATES = {
  /** A posting does not balance in every unit. */
  unbalancedPosting: 'QD001',
  /** A new order is not pending, or does not hold exactly what it should. */
  invalidNewOrder: 'QD002',
  /** The lifecycle has no such transition. */
  unknownTransition: 'QD003',
  /** An order's version does not grow by one. */
  skippedVersion: 'QD004',
  /** A hold is not exactly its order's amount, moved from available to held. */
  invalidHold: 'QD005',
  /** A table that is append-only was to be changed. */
  appendOnly: 'QD006',
  /** A new order is priced at a rate that is no longer the newest. */
  staleRate: 'QD007',
  /** An order without a hold at commit. */
  missingHold: 'QD008',
  /** Terms of an order change other than when it becomes paid. */
  repricedLate: 'QD009',
  /** A lease that is not its order's own, or of an address that has not been idle long enough, or is not put aside for it. */
  invalidLease: 'QD010',
  /** Something of a review other than its status changes, or the status goes back to pending. */
  changedReview: 'QD011',
  /** An operator's transaction changes something before the audit row of a call that was done. */
  missingAudit: 'QD012',
  /** A return of a payment that is not journalled, or is of another order. */
  invalidReturn: 'QD013',
  /** A payment that pays for an order or was given back is to be used otherwise. */
  reusedPayment: 'QD014',
  /** An order is paid or repriced again, or is refunded less than its refunds carry. */
  paidAgain: 'QD015',
  /** An operator's own login is used under another name, or a login of nobody in particular while operators have their own. */
  foreignOperator: 'QD016',
  /** A proposed act is carried out by who proposed it or may have, or changed. */
  invalidConfirmation: 'QD017',
  /** A deposit address is put aside for longer than a claim or its lease. */
  invalidReservation: 'QD018',
  /** An order is said to be created at another time than now. */
  invalidCreation: 'QD019',
  /** An order's timer changes. */
  changedTimer: 'QD020',
  /** What an operator writes names another operator than its audit row. */
  otherOperator: 'QD021',
  /** An order with a timer that ends before it starts, or runs for more than a day. */
  invalidTimer: 'QD022',
  /** The reference of a payout changes otherwise than by a delivery or its reversal. */
  changedReference: 'QD023',
  /** What was agreed with the customer of an order changes. */
  changedTerms: 'QD024',
  /** An order that its customer gave up is revived. */
  revived: 'QD025',
  /** A payment, attempt, setting or payment claim is said to be recorded at another time than now. */
  invalidRecording: 'QD026',
  /** An attempt goes back to a state before it was sent, or what was sent changes. */
  unsentAttempt: 'QD027',
  /** An act that always needs two operators is carried out by one. */
  missingConfirmation: 'QD028',
  /** An operator adds entries to a posting of another call. */
  otherPosting: 'QD029',
  /** A new attempt that is said to be sent already. */
  invalidNewAttempt: 'QD030',
  /** A payout that is said to be tried again, without an attempt. */
  missingAttempt: 'QD031',
  /** A payout starts or goes on as none does: an operator calls one settled that the system made, or one that is settled is to be sent. */
  invalidPayout: 'QD032',
  /** A settled payout fails, and its attempt does not. */
  unreversedAttempt: 'QD033',
  /** An operator sets something else than was proposed. */
  otherSetting: 'QD034',
  /** An operator moves a price further than one does alone, and otherwise than was proposed. */
  movedPrice: 'QD035',
  /** A payment claim is not the next of its order. */
  skippedClaim: 'QD036',
  /** A payment claim is answered as found, and no payment is of its order. */
  unfoundPayment: 'QD037',
  /** An operator sets a rate that cannot be read. */
  unreadableRate: 'QD038',
  /** A deposit address is stored under another index than the next of its network. */
  skippedAddress: 'QD039',
  /** An operator alone sets a price with which a circle of trades pays more than it costs. */
  profitableCircle: 'QD040',
  /** An operator sets prices in a transaction that does not see those set meanwhile. */
  isolatedPrices: 'QD041',
  /** A leased deposit address is to be free before the time of its lease is over. */
  freedAddress: 'QD042',
  /** The signer sets a fee beyond its bounds, or anything else of a rate. */
  unboundFee: 'QD043',
  /** The time of a payment changes otherwise than by the block that makes it final. */
  changedPaymentTime: 'QD044',
  /** A customer's voucher goes on otherwise than vouchers do, or its answer changes. */
  invalidSubmission: 'QD045',
  /** A payout in vouchers is settled, and its voucher is not stored. */
  missingVoucher: 'QD046',
  /** What was said of a customer at registration changes: the id, the sponsor, the time. */
  changedCustomer: 'QD047',
  /** Codes of a second factor that were used, or replaced by newer ones, are to count again. */
  usedCode: 'QD048',
  /** Tries of passwords and codes of today are to be forgotten. */
  forgottenTries: 'QD049',
  /** A login inherits the rights of operators instead of becoming their role. */
  inheritedRights: 'QD050',
  /** The worker gives a payment back, which operators do. */
  returnedByWorker: 'QD051',
  /** An operator's call changes another customer than the one that it names, or otherwise than it says. */
  otherCustomer: 'QD052',
  /** A customer takes over an order that is a customer's already. */
  invalidAdoption: 'QD053',
  /** An operator has a row journalled under the audit row of another call, or again. */
  journalledOtherwise: 'QD054',
  /** A field that a document proves changes while the identity is verified or being checked. */
  changedIdentity: 'QD055',
  /** A customer whose account is deleted changes. */
  deletedCustomer: 'QD056',
  /** A customer whose account is deleted takes over an order. */
  adoptedByDeleted: 'QD057',
  /** An order that a customer took over is given back while the account exists. */
  adoptionGivenBack: 'QD058',
  /** An article is written that is not the one two operators agreed on. */
  otherArticle: 'QD059',
  /** A question or a category of questions is written that is not the one two operators agreed on. */
  otherQuestion: 'QD060',
  /** Pictures are handed in of which a part is missing. */
  incompleteIdentity: 'QD061',
  /** Pictures are handed in again, or by a customer who is verified or gone. */
  submittedIdentity: 'QD062',
  /** Pictures are removed before their time is over. */
  keptIdentity: 'QD063',
  /** An operator decides about pictures otherwise than their call says, or again. */
  decidedOtherwise: 'QD064',
  /** Pictures that are handed in, or of a customer who is verified or gone, change. */
  changedPicture: 'QD065',
  /** A customer's pictures are read without a call that names the customer. */
  unrecordedLook: 'QD066',
  /** A passkey goes back to a lower count of signatures, or to an earlier use. */
  passkeyTurnedBack: 'QD067',
  /** A balance of nobody, or in a currency without balances, is to be opened. */
  invalidBalance: 'QD080',
  /** A customer's balance changes without the line that tells of it. */
  missingLine: 'QD081',
  /** A line of a balance does not follow the line before it. */
  skippedLine: 'QD082',
  /** A line of a balance without the entry that it tells of. */
  lineWithoutEntry: 'QD083',
  /** A payment is said to be a customer's, and is not credited to that balance. */
  uncreditedPayment: 'QD084',
  /** A withdrawal that is said to have begun already. */
  invalidNewWithdrawal: 'QD085',
  /** A withdrawal changes otherwise than withdrawals do, or in what was asked for. */
  invalidWithdrawal: 'QD086',
  /** A payout of a withdrawal that is not on its way, or to somewhere else. */
  otherWithdrawal: 'QD087',
  /** A payment from a balance that the balance has not paid. */
  unchargedPayment: 'QD088',
  /** An order is to hold money that customers' balances need. */
  owedToCustomers: 'QD089',
  /** An operator changes a withdrawal, its payout or its books otherwise than the call says. */
  otherResolution: 'QD090',
  /** A referral changes its sponsor, or its credit once there is one. */
  invalidReferral: 'QD091',
  /** A referral goes on otherwise than the status of its order says. */
  movedReferral: 'QD092',
  /** What is booked for an order's sponsor is not what the referral says, as with a second credit. */
  unbookedReferral: 'QD093',
  /** A new order has a coupon that is not in force, or not for such an order. */
  invalidCoupon: 'QD096',
  /** A coupon has no uses left. */
  couponUsedUp: 'QD097',
  /** A customer or a destination has no uses of a coupon left. */
  couponUsedBefore: 'QD098',
  /** An order gives its use of a coupon back otherwise than by ending unpaid, or takes one again. */
  keptCoupon: 'QD099',
  /** The address of a balance was leased or paid to before, or is not put aside for it. */
  usedWalletAddress: 'QD100',
  /** The address of a balance, or whose it is, changes. */
  changedWalletAddress: 'QD101',
  /** A picture of a customer whose account is deleted is to be kept. */
  avatarOfDeleted: 'QD102',
  /** An operator adds another picture than the call names. */
  otherPicture: 'QD103',
  /** A row that is to be updated has another version than the decision saw. */
  otherVersion: 'QD104',
} as const;
