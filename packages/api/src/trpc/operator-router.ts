import { NOUNS, type OperatorNouns } from '@quydoi/contract/nouns';
import { routerOf } from './router-of.ts';

/** All procedures of operators. Separate from `appRouter`, so that the web role does not load it. */
export const operatorRouter = routerOf<OperatorNouns>(NOUNS.operator);
