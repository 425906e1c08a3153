import { randomBytes } from 'node:crypto';
import { type Caller, VISITOR } from '@quydoi/contract/caller';

/** Creates a caller, by default with a device of its own. */
export function testCaller(set: Partial<Caller> = {}): Caller {
  return {
    requestId: 'test',
    locale: 'vi',
    ip: '203.0.113.7',
    // Each caller has its own network, so that limits per network do not interfere.
    addressBlock: randomBytes(8).toString('hex'),
    deviceId: randomBytes(8).toString('hex'),
    principal: VISITOR,
    userAgent: null,
    orderKey: null,
    idempotencyKey: null,
    ...set,
  };
}

/** Creates an operator caller. */
export function operatorCaller(name: string): Caller {
  return testCaller({ principal: { kind: 'operator', name } });
}
