import type { ErrorCode, ErrorParams } from '@quydoi/contract/errors';
import { TRPCClientError } from '@trpc/client';

/** What a call throws that the server refuses with a code. */
export function refused(code: ErrorCode, { params = {}, details }: { readonly params?: ErrorParams; readonly details?: unknown } = {}): Error {
  return Object.assign(new TRPCClientError(code), { data: { code, message: code, params, details } });
}
