import type { Orm } from '@quydoi/database/orm';
import type { AuditRecord } from '@quydoi/database/repositories/audit';
import type { Actor, DecisionContext } from '@quydoi/domain/decision-context';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import type { Rail } from '@quydoi/rails/rail';
import { v7 } from 'uuid';
import type { CheckpointName } from './checkpoints.ts';
import type { Telemetry } from './telemetry.ts';

/** Time, as a verb may read and wait for it. */
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

/** Everything that a verb may touch besides its input. Each role fills in what it may have. */
export interface Ctx {
  readonly orm: Orm;
  readonly clock: Clock;
  /** Cryptographically strong random bytes. */
  random(size: number): Uint8Array;
  /** A point where tests stop or kill the process; nothing in production. */
  checkpoint(name: CheckpointName): Promise<void>;
  /** The current settings, kept up to date. */
  settings(): Promise<Settings>;
  /** `settings` without waiting, for what is asked thousands of times a second; null while they have to be read. */
  settingsAtHand(): Settings | null;
  /** The rails as far as this role holds their credentials. */
  readonly rails: ReadonlyMap<NetworkCode, Rail>;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  /** The call of an operator verb that is under way, recorded in the transaction of its changes. Absent for customers and jobs. */
  readonly audit?: AuditRecord;
}

/** A new id that sorts by time (UUID version 7, RFC 9562). */
export function newId(ctx: Ctx): string {
  return v7({ msecs: ctx.clock.now().getTime(), random: ctx.random(16) });
}

/** Who decides, now. */
export function decisionContext(ctx: Ctx, actor: Actor, cause: string): DecisionContext {
  return { now: ctx.clock.now(), actor, cause, newId: () => newId(ctx) };
}
