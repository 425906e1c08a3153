import type { Locale } from '@quydoi/domain/locales';

/** Who calls, as far as the transport could establish it. */
export interface Caller {
  /** Tells one request's log lines from another's. */
  readonly requestId: string;
  readonly locale: Locale;
  /** Network address, `X-Forwarded-For` honoured from configured proxies only. */
  readonly ip: string;
  /** The block of addresses that one network hands out (IPv4 address, IPv6 /64): what wide caps count by. */
  readonly addressBlock: string;
  /** The browser's device cookie, when it has one of ours. */
  readonly deviceId: string | null;
  /** Signed-in customer. */
  readonly customerId: string | null;
  /** Operator's name, on the operators' door only. */
  readonly operator: string | null;
  /** The order link's key (`X-Order-Key`, or `key` in a REST body). */
  readonly orderKey: string | null;
  /** `Idempotency-Key` of a creating request. */
  readonly idempotencyKey: string | null;
}
