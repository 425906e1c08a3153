import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';

/** Buys 100 pm with dong. */
export const BUY_100_PM: CreateOrderInput = { kind: 'buy', from: 'vnd', to: 'pm', quantity: '100', destination: 'U7654321' };

/** Sells 100 pm for dong. */
export const SELL_100_PM: CreateOrderInput = {
  kind: 'sell',
  from: 'pm',
  to: 'vnd',
  quantity: '100',
  destination: '0011001234567',
  destinationBank: 'vcb',
  sender: 'U7654321',
};

/** Swaps 60 USDT for pm. */
export const SWAP_60_TRC20: CreateOrderInput = { kind: 'ex', from: 'trc20', to: 'pm', quantity: '60', destination: 'U7654321' };
