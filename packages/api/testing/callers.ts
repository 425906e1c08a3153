import { type Caller, VISITOR } from '@quydoi/contract/caller';

/** A visitor's call, unless said otherwise. */
export function testCaller(set: Partial<Caller> = {}): Caller {
  return {
    requestId: 'r',
    locale: 'vi',
    ip: '192.0.2.1',
    addressBlock: '192.0.2.1',
    deviceId: null,
    principal: VISITOR,
    userAgent: null,
    orderKey: null,
    idempotencyKey: null,
    ...set,
  };
}
