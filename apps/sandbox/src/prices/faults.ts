import type { FaultTable } from '../faults.ts';

/** Faults that every source of prices has. None touches money: what they cost are currencies under maintenance. */
export const PRICE_SOURCE_FAULTS = {
  stale: { vi: 'Một câu trả lời mang giá của ba tuần trước', en: 'One answer carries a price of three weeks ago', affects: 'both' },
  jump: { vi: 'Một câu trả lời mang giá gấp rưỡi', en: 'One answer carries a price half as high again', affects: 'both' },
  garbage: { vi: 'Một câu trả lời không đúng định dạng', en: 'One answer is not in the format of the source', affects: 'both' },
  forbidden: { vi: 'Một yêu cầu nhận trang 403 của tường lửa', en: 'One request gets the 403 page of a firewall', affects: 'both' },
  silence: { vi: 'Một yêu cầu không được trả lời', en: 'One request is not answered', affects: 'both' },
} as const satisfies FaultTable;

/** Faults of Vietcombank's exchange rates. */
export const VIETCOMBANK_FAULTS = {
  ...PRICE_SOURCE_FAULTS,
  unpublished: { vi: 'Tỷ giá của ngày được hỏi chưa được công bố', en: 'The rates of the date asked for are not published yet', affects: 'both' },
} as const satisfies FaultTable;

/** A fault that every source of prices has. */
export type PriceSourceFault = keyof typeof PRICE_SOURCE_FAULTS;
/** A fault of Vietcombank's exchange rates. */
export type VietcombankFault = keyof typeof VIETCOMBANK_FAULTS;
