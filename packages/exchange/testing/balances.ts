import { getWallet, listStatement, listWithdrawals } from '../src/wallets/read-wallet.ts';
import type { Member } from './members.ts';
import type { World } from './world.ts';

/** What members see of their wallets, in short. */
export interface WalletsSeen {
  /** Balance in dong. */
  balanceOf(member: Member): Promise<bigint | undefined>;
  /** Lines of the statement in dong, newest first: kind, amount, balance. */
  linesOf(member: Member): Promise<[string, bigint, bigint][]>;
  /** Withdrawals, newest first: state, reason, amount. */
  withdrawalsOf(member: Member): Promise<[string, string | null, bigint][]>;
}

/** What members of a world see. */
export function walletsSeenIn({ web }: World): WalletsSeen {
  return {
    balanceOf: async ({ caller }) => (await getWallet(web, caller)).balances.find(({ currency }) => currency === 'vnd')?.balance,
    async linesOf({ caller }) {
      const { items } = await listStatement(web, caller, { currency: 'vnd', offset: 0, limit: 100 });
      return items.map(({ kind, amount, balance }) => [kind, amount, balance]);
    },
    async withdrawalsOf({ caller }) {
      const { items } = await listWithdrawals(web, caller, { offset: 0, limit: 100 });
      return items.map(({ state, reason, amount }) => [state, reason, amount]);
    },
  };
}

const STEP_MS = 40_000;

/** Lets time go by in which all roles work. */
export async function workFor(world: World, steps = 6): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    world.clock.advance(STEP_MS);
    await world.run();
  }
}
