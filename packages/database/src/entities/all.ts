import { PaymentClaimEntity } from './claim.ts';
import { AccountEntity, BalanceCheckEntity, EntryEntity, FeeCoinCheckEntity, PostingEntity } from './ledger.ts';
import { IdempotencyEntity, OrderEntity, OrderEventEntity, OrderRequestEntity } from './order.ts';
import {
  DepositAddressEntity,
  FirstHandPaymentEntity,
  LeaseEntity,
  PaymentEntity,
  PaymentUseEntity,
  PolledSourceEntity,
  ReconciliationExceptionEntity,
  SightingEntity,
  SourceCursorEntity,
  WebhookEntity,
} from './payment.ts';
import {
  AttemptCodeEntity,
  AttemptEntity,
  AttemptTransferEntity,
  PayoutEntity,
  PayoutVolumeEntity,
  SweepEntity,
  TransferSlotEntity,
  VolumeTurnEntity,
} from './payout.ts';
import { ReviewDecisionEntity, ReviewEntity } from './review.ts';
import { AuditEntity, BrokenSealEntity, LookupEntity, NameBudgetEntity, SealEntity, SettingEntity } from './site.ts';

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
  SourceCursorEntity,
  PolledSourceEntity,
  DepositAddressEntity,
  LeaseEntity,
  PayoutEntity,
  AttemptEntity,
  AttemptCodeEntity,
  AttemptTransferEntity,
  SweepEntity,
  TransferSlotEntity,
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
] as const;
