import { NOUNS, type OperatorNouns } from '@quydoi/contract/nouns';
import { routerOf } from './router-of.ts';

/** Everything that operators can call. Apart from the customers' router, so that only what serves operators loads it. */
export const operatorRouter = routerOf<OperatorNouns>(NOUNS.operator);
