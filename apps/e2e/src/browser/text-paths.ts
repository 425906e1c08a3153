/** Addresses of the pages that are texts. */
export const TEXT_PATHS = ['/verify', '/about-us', '/fee-transfer', '/contact', '/tos', '/canh-bao-lua-dao', '/payment'] as const;
