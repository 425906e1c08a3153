import { defineEntity, p } from '@mikro-orm/core';
import type { CurrencyCode, ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { AttemptState } from '@quydoi/domain/transfer/attempt';
import type { ObligationKind, Payout, PayoutState, PayoutWait } from '@quydoi/domain/transfer/payout';
import type { Slot } from '@quydoi/domain/transfer/slot';

/** An outgoing payment owed under an obligation. */
export const PayoutEntity = defineEntity({
  name: 'Payout',
  tableName: 'payout',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    obligationKind: p.text().$type<ObligationKind>(),
    obligationId: p.uuid(),
    orderId: p.uuid().nullable(),
    seq: p.integer(),
    part: p.integer(),
    parts: p.integer(),
    network: p.text().$type<NetworkCode>(),
    reserve: p.text().$type<ReserveCode>(),
    currency: p.text().$type<CurrencyCode>(),
    amount: p.bigint(),
    held: p.bigint(),
    fee: p.bigint(),
    destination: p.text(),
    destinationBank: p.text().nullable(),
    toBalanceOf: p.text().nullable(),
    madeBy: p.text().$type<Payout['madeBy']>(),
    reference: p.text().nullable(),
    state: p.text().$type<PayoutState>(),
    tries: p.integer(),
    expiries: p.integer(),
    nextAt: p.datetime(),
    createdAt: p.datetime(),
    waitsFor: p.text().$type<PayoutWait>().nullable(),
  },
});

/** Money that attempts were made for without an operator's approval, by party and ten minutes. Written by a trigger on attempts only. */
export const PayoutVolumeEntity = defineEntity({
  name: 'PayoutVolume',
  tableName: 'payout_volume',
  properties: {
    party: p.text().primary(),
    at: p.datetime().primary(),
    amount: p.bigint(),
  },
});

/** Parties whose volumes are counted: a transaction that counts locks its row, written by the same triggers only. */
export const VolumeTurnEntity = defineEntity({
  name: 'VolumeTurn',
  tableName: 'volume_turn',
  properties: { party: p.text().primary() },
});

/** An attempt to send a payout. */
export const AttemptEntity = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    payoutId: p.uuid(),
    n: p.integer(),
    key: p.text().unique('attempt_key'),
    provider: p.text().nullable(),
    state: p.text().$type<AttemptState>(),
    sentAlone: p.text().nullable(),
    reference: p.text().nullable(),
    fee: p.bigint().nullable(),
    detail: p.text().nullable(),
    awaitingCode: p.boolean(),
    paidByAttemptId: p.uuid().nullable(),
    checks: p.integer(),
    nextCheckAt: p.datetime(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    settledAt: p.datetime().nullable(),
  },
});

/** The word of the signer's process that it made an attempt. Append-only. */
export const AttemptCodeEntity = defineEntity({
  name: 'AttemptCode',
  tableName: 'attempt_code',
  properties: { attemptId: p.uuid().primary(), code: p.text() },
});

/** A transfer signed for an attempt. Append-only. */
export const AttemptTransferEntity = defineEntity({
  name: 'AttemptTransfer',
  tableName: 'attempt_transfer',
  properties: {
    attemptId: p.uuid().primary(),
    n: p.integer().primary(),
    network: p.text().$type<NetworkCode>(),
    txid: p.text().unique('attempt_transfer_txid'),
    raw: p.text(),
    validUntil: p.datetime().nullable(),
    slots: p.json<readonly Slot[]>(),
    signedAt: p.datetime(),
  },
});

/** Slots of live transfers. Written by triggers on transfers, attempts and sweeps only. */
export const TransferSlotEntity = defineEntity({
  name: 'TransferSlot',
  tableName: 'transfer_slot',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    wallet: p.text().primary(),
    resource: p.text().primary(),
    /** Attempt or sweep. */
    ownerId: p.uuid(),
  },
});

/** Highest nonce of each hot wallet that a transfer of ours has consumed. Written by triggers on attempts and sweeps only. */
export const ConsumedNonceEntity = defineEntity({
  name: 'ConsumedNonce',
  tableName: 'consumed_nonce',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    wallet: p.text().primary(),
    nonce: p.bigint(),
  },
});

/** One transfer of a sweep: `fund` sends the fee coin to a deposit address, `sweep` moves the deposit to the hot wallet. */
export const SweepEntity = defineEntity({
  name: 'Sweep',
  tableName: 'sweep',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    network: p.text().$type<NetworkCode>(),
    addressIndex: p.integer(),
    kind: p.text().$type<'fund' | 'sweep' | 'boost'>(),
    currency: p.text().$type<CurrencyCode>(),
    /** Minor units of the reserve, of the fee coin for `fund`. */
    amount: p.bigint(),
    /** Shared by the rows of a batch. */
    key: p.text(),
    isBatched: p.boolean(),
    raw: p.text(),
    validUntil: p.datetime().nullable(),
    slots: p.json<readonly Slot[]>(),
    state: p.text().$type<'prepared' | 'sent' | 'done' | 'failed'>(),
    fee: p.bigint().nullable(),
    createdAt: p.datetime(),
    nextCheckAt: p.datetime(),
    settledAt: p.datetime().nullable(),
  },
});

/** A deposit address whose last tries to sweep a currency from it came to nothing and cost nothing. */
export const SweepRefusalEntity = defineEntity({
  name: 'SweepRefusal',
  tableName: 'sweep_refusal',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    addressIndex: p.integer().primary(),
    currency: p.text().$type<CurrencyCode>().primary(),
    times: p.integer(),
    since: p.datetime(),
    lastAt: p.datetime(),
    detail: p.text(),
  },
});
