import type { Orm } from '@quydoi/database/orm';
import type { AuditRecord } from '@quydoi/database/repositories/audit';
import type { Actor, DecisionContext } from '@quydoi/domain/decision-context';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import type { Rail } from '@quydoi/rails/rail';
import { v7 } from 'uuid';
import type { CheckpointName } from './checkpoints.ts';
import type { EvidenceCodes } from './evidence-codes.ts';
import type { IdentityOpener } from './identity-keys.ts';
import type { MacSecrets } from './keyed-mac.ts';
import type { Telemetry } from './telemetry.ts';

/** Clock of the use cases. */
export interface Clock {
  now(): Date;
  sleep(ms: number): Promise<void>;
}

/** Structured log lines. Fields never hold secrets or personal data. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Dependencies of the use cases. Each role provides those that it is allowed. */
export interface Ctx {
  readonly orm: Orm;
  readonly clock: Clock;
  /** Cryptographically strong random bytes. */
  random(size: number): Uint8Array;
  /** Kill point for crash tests; does nothing in production. */
  checkpoint(name: CheckpointName): Promise<void>;
  /** Returns the current settings from the cache, or reads them. */
  settings(): Promise<Settings>;
  /** Synchronous `settings` for hot paths; null while the cache has to be read. */
  settingsAtHand(): Settings | null;
  /** Rails that this role holds credentials of. */
  readonly rails: ReadonlyMap<NetworkCode, Rail>;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  /** Authenticates rows that this role stores as evidence for itself. Only the signer has the secret. */
  readonly evidence?: EvidenceCodes;
  /** Reads pictures of customers' identities. Only operators have the secret. */
  readonly identities?: IdentityOpener;
  /** Secrets that prove that the web process made an order, where the role that reads payments has them: only the signer. */
  readonly requestSecrets?: MacSecrets;
  /** Audit record of the current operator call, written in the transaction of its changes. Absent for customers and jobs. */
  readonly audit?: AuditRecord;
  /** Aborted when this process is to stop. Absent where nothing is polled. */
  readonly stopping?: AbortSignal;
  /** Id of the order request that is being executed, closed in the transaction of its changes. */
  readonly request?: string;
}

/** Generates a time-ordered id (UUID version 7, RFC 9562). */
export function newId(ctx: Ctx): string {
  return v7({ msecs: ctx.clock.now().getTime(), random: ctx.random(16) });
}

/** Creates the actor, time and cause of a decision made now. */
export function decisionContext(ctx: Ctx, actor: Actor, cause: string): DecisionContext {
  return { now: ctx.clock.now(), actor, cause, newId: () => newId(ctx) };
}
