import { expect, test } from 'vitest';
import * as constants from './constants.ts';
import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS, VOUCHER_SHOWN_DAYS } from './voucher.ts';

/** Their users are tested by them, whatever they are: here they are held to what customers and callers of the API are told. */
test('times, lengths and numbers of items are those that customers are told', () => {
  expect(constants).toMatchObject({
    TIMER_SECONDS: 30 * 60,
    TIMER_DANGER_SECONDS: 180,
    OVER_5_MINUTES_SECONDS: 300,
    ORDER_POLL_MS: 5_000,
    COUNTDOWN_TICK_MS: 500,
    CONFIG_POLL_MS: 5_000,
    CONFIG_LOAD_TRIES_MAX: 5,
    LOOKUP_POLL_MS: 2_000,
    LOOKUP_MIN_LENGTH: 5,
    PAGE_SIZE: 8,
    RECENT_ITEMS: 5,
    BANKS_SHOWN: 5,
    RESET_LINK_SECONDS: 900,
    REVIEW_LENGTH_MAX: 300,
    HIDE_AFTER_FINAL_HOURS: 48,
    FAST_TRANSFER_MIN_VND: 50_000n,
    OUTSIDE_HANOI_FEE_VND: 5_500n,
    SUPPORT_WINDOW_DAYS: 30,
    EMAIL_REPLY_HOURS: 24,
    REF_SEARCH_LENGTH_MAX: 100,
  });
  expect([VOUCHER_NUMBER_DIGITS, VOUCHER_CODE_DIGITS, VOUCHER_SHOWN_DAYS]).toEqual([10, 16, 30]);
});
