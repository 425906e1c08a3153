/** Network codes of this migration, for its check constraints. */
export const NETWORKS = `'bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin'`;

/** Reserve codes of this migration, for its check constraints. */
export const RESERVES = `'pm', 'wmz', 'usdt-tron', 'usdt-bsc', 'usdt-eth', 'eth', 'btc', 'vnd'`;

/** Currency codes of this migration, for its check constraints. */
export const CURRENCIES = `'pm', 'e-voucher', 'wmz', 'trc20', 'bep20', 'erc20', 'eth', 'btc', 'vnd'`;
