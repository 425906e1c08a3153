import type { ALARM_KINDS } from '@quydoi/contract/operations';
import type { NetworkCode } from '@quydoi/domain/networks';

/** Condition that needs an operator but belongs to no order. */
export interface Alarm {
  kind: (typeof ALARM_KINDS)[number];
  /** Null for alarms of no network. */
  network: NetworkCode | null;
  /** In plain words. */
  detail: string;
  /** Of `balance-difference`: decimal text in the balance's unit, below zero where money is missing. */
  difference?: string;
  since: Date;
}
