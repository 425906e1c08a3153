/** Key of an order in the query cache. What is shown depends on whether its key came along. */
export function orderQueryKey(ref: string, key: string | null): readonly unknown[] {
  return ['order', ref, key !== null];
}
