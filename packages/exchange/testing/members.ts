import type { Caller } from '@quydoi/contract/caller';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { DESTINATION_WAIT_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { Secret, TOTP } from 'otpauth';
import { confirmPayer } from '../src/accounts/confirm-payer.ts';
import { activateTwoFactor, setUpTwoFactor } from '../src/accounts/two-factor/set-up-two-factor.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { saveDestination } from '../src/orders/saved-destinations.ts';
import { askWithdrawal } from '../src/wallets/ask-withdrawal.ts';
import { PASSWORD, type TestAccounts } from './accounts.ts';
import { answerLookups } from './network-jobs.ts';
import { BUY_100_PM } from './order-inputs.ts';
import { workingMeanwhile } from './working-meanwhile.ts';
import type { World } from './world.ts';

/** The account that members withdraw to. */
export const OWN_ACCOUNT = { bank: 'vcb', account: '0071001234567' } as const;
const CODE_STEP_MS = 30_000;

/** A customer with an account, a second factor, and a destination that has been saved for long enough. */
export interface Member {
  readonly customerId: string;
  readonly caller: Caller;
  /** A new code of the authenticator app; the clock goes on by a step. */
  code(): string;
  /** Deposits dong by the bank, which is credited. */
  deposit(amount: bigint): Promise<void>;
  /** Creates an order that the balance pays, or that is paid into it. */
  order(input: Partial<CreateOrderInput>, request?: Partial<Pick<Caller, 'idempotencyKey'>>): Promise<CreatedOrderView>;
  /** Asks for a withdrawal of dong to the saved account. */
  withdraw(
    amount: string,
    set?: Partial<Parameters<typeof askWithdrawal>[4]>,
    request?: Partial<Pick<Caller, 'idempotencyKey'>>,
  ): ReturnType<typeof askWithdrawal>;
}

/** Registers a member of a world. @param sponsor whose link the member has followed */
export async function openMember(world: World, accounts: TestAccounts, sponsor?: Member): Promise<Member> {
  const token = await accounts.login(await accounts.register(sponsor ? { ref: sponsor.customerId } : {}));
  const first = await accounts.callerOf(token);
  const { secret, setUp } = await setUpTwoFactor(world.web, accounts.deps, first, { password: PASSWORD });
  const code = () => {
    world.clock.advance(CODE_STEP_MS);
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now().getTime() });
  };
  const { token: factored } = await activateTwoFactor(world.web, accounts.deps, first, { setUp, code: code() });
  const caller = await accounts.callerOf(factored);
  if (caller.principal.kind !== 'customer') throw new Error('no customer');
  const { customerId } = caller.principal;
  await saveDestination(world.web, world.deps, accounts.deps, caller, { currency: 'vnd', ...OWN_ACCOUNT, password: PASSWORD });
  world.clock.advance(DESTINATION_WAIT_HOURS * HOUR_MS);
  return {
    customerId,
    caller,
    code,
    async deposit(amount) {
      await world.pay(depositMemoOf(customerId), amount);
      await world.run();
    },
    order: (input, request) =>
      workingMeanwhile(
        createOrder(world.web, world.deps, { ...caller, ...request }, { ...BUY_100_PM, ...input }, (proof) =>
          confirmPayer(world.web, accounts.deps, caller, proof),
        ),
        async () => {
          await answerLookups(world.signer);
          await answerLookups(world.worker);
        },
      ),
    withdraw: (amount, set = {}, request = {}) =>
      workingMeanwhile(
        askWithdrawal(
          world.web,
          world.deps,
          accounts.deps,
          { ...caller, ...request },
          { currency: 'vnd', amount, ...OWN_ACCOUNT, ...set, code: set.code ?? code() },
        ),
        async () => {
          await answerLookups(world.signer);
          await answerLookups(world.worker);
        },
      ),
  };
}
