import { ArticlePictureEntity, ArticleTextEntity, ArticleVersionEntity } from './article.ts';
import { PaymentClaimEntity } from './claim.ts';
import { CouponCountEntity } from './coupon.ts';
import { AdoptedOrderEntity, AvatarEntity, CustomerEntity, SavedDestinationEntity } from './customer.ts';
import { IdentityDocumentEntity, IdentitySubmissionEntity } from './identity.ts';
import { AccountEntity, BalanceCheckEntity, EntryEntity, FeeCoinCheckEntity, PostingEntity } from './ledger.ts';
import { IdempotencyEntity, OrderEntity, OrderEventEntity, OrderRequestEntity } from './order.ts';
import {
  DepositAddressEntity,
  FirstHandPaymentEntity,
  LeaseEntity,
  PaymentEntity,
  PaymentUseEntity,
  PolledSourceEntity,
  ReadingRequestEntity,
  ReconciliationExceptionEntity,
  SightingEntity,
  SourceCursorEntity,
  WebhookEntity,
} from './payment.ts';
import {
  AttemptCodeEntity,
  AttemptEntity,
  AttemptTransferEntity,
  ConsumedNonceEntity,
  PayoutEntity,
  PayoutVolumeEntity,
  SweepEntity,
  SweepRefusalEntity,
  TransferSlotEntity,
  VolumeTurnEntity,
} from './payout.ts';
import { QuestionCategoryTextEntity, QuestionCategoryVersionEntity, QuestionTextEntity, QuestionVersionEntity } from './question.ts';
import { ReviewDecisionEntity, ReviewEntity } from './review.ts';
import { AuditEntity, BrokenSealEntity, LookupEntity, NameBudgetEntity, PriceEntity, SealEntity, SettingEntity } from './site.ts';
import { VoucherCheckEntity, VoucherEntity, VoucherSubmissionEntity } from './voucher.ts';
import { BalanceLineEntity, BalanceTotalEntity, ReferralEntity, ReferralTotalEntity, WalletAddressEntity, WithdrawalEntity } from './wallet.ts';

/** Every entity of the database. */
export const ENTITIES = [
  SettingEntity,
  AccountEntity,
  PostingEntity,
  EntryEntity,
  BalanceCheckEntity,
  FeeCoinCheckEntity,
  OrderEntity,
  OrderEventEntity,
  OrderRequestEntity,
  IdempotencyEntity,
  PaymentEntity,
  SightingEntity,
  FirstHandPaymentEntity,
  PaymentUseEntity,
  WebhookEntity,
  ReconciliationExceptionEntity,
  ReadingRequestEntity,
  SourceCursorEntity,
  PolledSourceEntity,
  DepositAddressEntity,
  LeaseEntity,
  PayoutEntity,
  AttemptEntity,
  AttemptCodeEntity,
  AttemptTransferEntity,
  SweepEntity,
  SweepRefusalEntity,
  TransferSlotEntity,
  ConsumedNonceEntity,
  PayoutVolumeEntity,
  VolumeTurnEntity,
  LookupEntity,
  NameBudgetEntity,
  AuditEntity,
  SealEntity,
  BrokenSealEntity,
  ReviewEntity,
  ReviewDecisionEntity,
  PaymentClaimEntity,
  VoucherEntity,
  VoucherCheckEntity,
  VoucherSubmissionEntity,
  PriceEntity,
  CustomerEntity,
  AdoptedOrderEntity,
  SavedDestinationEntity,
  AvatarEntity,
  ArticleVersionEntity,
  ArticlePictureEntity,
  ArticleTextEntity,
  IdentityDocumentEntity,
  IdentitySubmissionEntity,
  QuestionCategoryVersionEntity,
  QuestionCategoryTextEntity,
  QuestionVersionEntity,
  QuestionTextEntity,
  WithdrawalEntity,
  BalanceLineEntity,
  BalanceTotalEntity,
  WalletAddressEntity,
  ReferralEntity,
  ReferralTotalEntity,
  CouponCountEntity,
] as const;
