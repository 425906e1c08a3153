import type { KeyObject } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { askNewLookup, BudgetSpentError, isKnownParty, type NameBudget } from '@quydoi/database/repositories/name-budgets';
import { addressNetwork } from '@quydoi/domain/address/address-network';
import type { NAMES_PER_DAY_MAX } from '@quydoi/domain/constants';
import { DAY_MS } from '@quydoi/domain/durations';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../context.ts';
import { identifiedSubject } from '../identified-subject.ts';
import { macOf } from '../keyed-mac.ts';
import { isWalletLookup } from './lookup-type.ts';

/** Names per party and day. */
export type NameLimits = Readonly<Record<keyof typeof NAMES_PER_DAY_MAX, number>>;

/** Budgets of new names, so that holders' names are no public directory, whichever way they are asked. */
export interface NameBudgets {
  /**
   * Requests a name that nobody has asked for before. A party known from an order delivered before, by its device or the account, is not refused
   * because others spent the budget of all. Errors: LOOKUP_UNAVAILABLE or TOO_MANY_REQUESTS when a budget is spent.
   */
  ask(caller: Caller, type: string, account: string): Promise<void>;
  /**
   * Refuses a name that others asked for to a caller whose budget is spent: whoever tries accounts one after the other must not find those of
   * our customers. Errors: as `ask`.
   */
  refuseSpent(caller: Caller, type: string, account: string): void;
}

const ALL = 'all';
const TAG_BYTES = 12;
/** Parties remembered as spent, and names remembered as asked by a device or address: about 100 bytes each. */
const SPENT_MAX = 100_000;
const OWN_NAMES_MAX = 100_000;

/**
 * The budgets of this process's callers, counted in the database.
 * @param secret of the hashes that stand for addresses there
 */
export function createNameBudgets(ctx: Ctx, secret: KeyObject, limits: NameLimits): NameBudgets {
  /** By party: the day on which its budget was found spent. */
  const spentOn = new LRUCache<string, number>({ max: SPENT_MAX });
  const own = new LRUCache<string, true>({ max: OWN_NAMES_MAX });
  let alarmedOn = 0;

  const tag = (text: string) => macOf(`names ${text}`, [secret], TAG_BYTES);

  function budgetsOf(caller: Caller): NameBudget[] {
    const { addressBlock } = caller;
    const person = identifiedSubject(caller);
    return [
      ...(person === null ? [] : [{ party: person, namesMax: limits.device }]),
      { party: `address:${tag(addressBlock)}`, namesMax: limits.address },
      { party: `network:${tag(addressNetwork(addressBlock))}`, namesMax: limits.network },
      { party: ALL, namesMax: limits.all },
    ];
  }

  const ownKey = ([first]: readonly NameBudget[], type: string, account: string) => `${first?.party} ${type}:${account}`;

  function refuse(type: string): never {
    ctx.telemetry.refused('name_budget');
    if (!isWalletLookup(type)) throw new AppError('LOOKUP_UNAVAILABLE');
    const seconds = Math.ceil((DAY_MS - (ctx.clock.now().getTime() % DAY_MS)) / 1_000);
    throw new AppError('TOO_MANY_REQUESTS', { seconds: String(seconds) }, { retryAfterSeconds: seconds });
  }

  /** Asks for a name at the cost of these budgets. @returns false when one is spent */
  async function charge(type: string, account: string, budgets: readonly NameBudget[], day: number): Promise<boolean> {
    try {
      await askNewLookup(ctx.orm, { type, account }, budgets, day, ctx.clock.now());
      return true;
    } catch (error) {
      if (!(error instanceof BudgetSpentError)) throw error;
      for (const party of error.parties) spentOn.set(party, day);
      if (error.parties.includes(ALL) && alarmedOn !== day) {
        alarmedOn = day;
        ctx.logger.error({ namesMax: limits.all }, 'all holder names of the day are spent');
      }
      return false;
    }
  }

  function isKnown(caller: Caller, type: string, destination: string): Promise<boolean> {
    return isKnownParty(ctx.orm, { subject: identifiedSubject(caller) ?? '', destination, bank: isWalletLookup(type) ? null : type });
  }

  return {
    async ask(caller, type, account) {
      const day = dayOf(ctx.clock.now());
      const budgets = budgetsOf(caller);
      const ownBudgets = budgets.filter(({ party }) => party !== ALL);
      if (ownBudgets.some(({ party }) => spentOn.get(party) === day)) refuse(type);
      let isAsked = spentOn.get(ALL) !== day && (await charge(type, account, budgets, day));
      if (!isAsked && spentOn.get(ALL) === day && (await isKnown(caller, type, account))) isAsked = await charge(type, account, ownBudgets, day);
      if (!isAsked) refuse(type);
      own.set(ownKey(budgets, type, account), true);
    },
    refuseSpent(caller, type, account) {
      if (spentOn.size === 0) return;
      const day = dayOf(ctx.clock.now());
      const budgets = budgetsOf(caller);
      const isSpent = budgets.some(({ party }) => party !== ALL && spentOn.get(party) === day);
      if (isSpent && !own.has(ownKey(budgets, type, account))) refuse(type);
    },
  };
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}
