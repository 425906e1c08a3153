import type { ConfigView } from '@quydoi/contract/config';

/** Short name of a bank, as its customers know it; its code while the configuration is not there. Null for no bank. */
export function bankNameOf(config: ConfigView | undefined, code: string | null): string | null {
  return config?.banks.find((bank) => bank.code === code)?.shortName ?? code;
}
