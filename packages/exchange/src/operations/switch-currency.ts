import { AppError } from '@quydoi/contract/errors';
import { addSetting } from '@quydoi/database/repositories/settings';
import { isTradedCode } from '@quydoi/domain/currencies';
import type { OperatorVerb } from './operator-verb.ts';

/** Switches a currency on or off for new orders. Errors: CURRENCY_NOT_SUPPORTED for one without settings. */
export const switchCurrency: OperatorVerb<{ code: string; on: boolean }, { done: true }> = async (ctx, operator, { code, on }) => {
  const old = isTradedCode(code) ? (await ctx.settings()).currencies.get(code) : undefined;
  if (!isTradedCode(code) || !old) throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  const value = { ...old, on, isShow: on };
  await addSetting(ctx.orm, { kind: 'currency', key: code, value, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};
