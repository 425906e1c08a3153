import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { presentTime } from '../system/clock.ts';

const STEP_SECONDS = 30;
const STEP_MS = STEP_SECONDS * 1_000;
/** Codes count half a minute early and half a minute late. */
const WINDOW = 1;

/** An authenticator app: gives codes that have not been used, each of which counts once. */
export interface CodeGenerator {
  /** A code that counts now; waits for one if those that do have been given. */
  next(): Promise<string>;
}

/** Opens the authenticator app of a secret in base32. */
export function openCodeGenerator(secret: string): CodeGenerator {
  const app = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS });
  let last = TOTP.counter({ period: STEP_SECONDS }) - WINDOW;
  return {
    async next() {
      const step = Math.max(last + 1, TOTP.counter({ period: STEP_SECONDS }) - WINDOW + 1);
      last = step;
      await sleep(Math.max(0, (step - WINDOW) * STEP_MS - presentTime().getTime()));
      return app.generate({ timestamp: step * STEP_MS });
    },
  };
}
