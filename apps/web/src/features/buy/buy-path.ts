import { tradePath } from '../trade/trade-path.ts';

/** Address of the buy form for a currency. */
export function buyPath(code: string): string {
  return tradePath({ kind: 'buy', from: 'vnd', to: code });
}
