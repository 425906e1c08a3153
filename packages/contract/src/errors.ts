/** HTTP status of an error answer. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503;

/**
 * Every error code that leaves the exchange, with its HTTP status. Each has a message in seven languages (`packages/messages`); a test
 * holds the two together.
 */
export const ERROR_CODES = {
  REQUIRED_LOGIN: 401,
  LOGIN_FOR_AMOUNT: 401,
  CREDENTIALS_INVALID: 401,
  CHALLENGE_INVALID: 401,
  PASSKEY_INVALID: 401,
  SCREEN_LOCKED: 403,
  KYC_TO_CONTINUE: 403,
  FORBIDDEN: 403,
  CSRF_INVALID: 403,
  IP_BLOCKED: 403,
  SIGNATURE_INVALID: 401,
  VALIDATION_FAILED: 400,
  BODY_INVALID: 400,
  METHOD_NOT_ALLOWED: 400,
  NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  CURRENCY_NOT_SUPPORTED: 422,
  MAINTENANCE: 503,
  QUANTITY_INVALID: 422,
  QUANTITY_TOO_SMALL: 422,
  QUANTITY_TOO_LARGE: 422,
  WALLET_ADDRESS_INVALID: 422,
  BANK_ACCOUNT_INVALID: 422,
  ACCOUNT_NAME_INVALID: 422,
  ACCOUNT_NAME_WAITING: 409,
  LOOKUP_UNAVAILABLE: 503,
  WEBMONEY_NEEDS_FORMAL_PASSPORT: 422,
  WEBMONEY_NEW_ACCOUNT: 422,
  WEBMONEY_LIMIT_EXCEEDED: 422,
  RATE_CHANGED: 409,
  RATE_CIRCLE: 409,
  COUPON_UNKNOWN: 422,
  COUPON_EXPIRED: 422,
  COUPON_USED_UP: 409,
  COUPON_USED_BEFORE: 409,
  COUPON_NOT_FOR_ORDER: 422,
  COUPON_ORDER_TOO_SMALL: 422,
  COUPON_FOR_MEMBERS: 403,
  DIFFERENCE_CHANGED: 409,
  TOO_MANY_OPEN_ORDERS: 429,
  RESERVE_BUSY: 409,
  ORDER_ACTION_NOT_ALLOWED: 409,
  ORDER_WITHOUT_ACCOUNT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  IDEMPOTENCY_KEY_TOO_SHORT: 400,
  TWO_FACTOR_CHANGED: 409,
  IDENTITY_VERIFIED: 409,
  IDENTITY_SUBMITTED: 409,
  IDENTITY_INCOMPLETE: 422,
  IMAGE_INVALID: 422,
  IMAGE_TOO_LARGE: 422,
  ORDERS_OPEN: 409,
  BALANCE_LEFT: 409,
  TOO_MANY_DESTINATIONS: 409,
  DESTINATION_UNKNOWN: 422,
  DESTINATION_NEW: 409,
  BALANCE_SHORT: 409,
  WITHDRAWALS_OFF: 409,
  TOO_MANY_WITHDRAWALS: 429,
  TWO_FACTOR_NEEDED: 409,
  TOO_MANY_PASSKEYS: 409,
  TRY_AGAIN_AFTER_15_SECONDS: 429,
  VOUCHER_INVALID: 422,
  VOUCHER_CODE_INVALID: 422,
  VOUCHER_REFUSED: 422,
  VOUCHER_NOT_FOUND: 404,
  REVIEW_INVALID: 422,
  PASSWORD_COMMON: 422,
  LINK_INVALID: 422,
  CODE_INVALID: 422,
  CODE_USED: 422,
  PHONE_INVALID: 422,
  CLAIM_INVALID: 422,
  TOO_MANY_CLAIMS: 429,
  TOO_MANY_PASSWORDS: 429,
  TOO_MANY_CODES: 429,
  TOO_MANY_SMS: 429,
  TOO_MANY_REQUESTS: 429,
  SMS_NOT_SENT: 503,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const satisfies Record<string, ErrorStatus>;

/** Code of an error. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Values for an error's message: limits and amounts (plain decimals, grouped where the message is made) and names. */
export type ErrorParams = Readonly<Record<string, string>>;

/** A refusal that a caller can understand and act on. Anything else that is thrown is a bug and answered as INTERNAL. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** Facts for programs, beside the message: the new price of RATE_CHANGED, the fields of VALIDATION_FAILED. */
  readonly details: unknown;

  constructor(code: ErrorCode, params: ErrorParams = {}, details: unknown = null) {
    super(code);
    this.code = code;
    this.params = params;
    this.details = details;
  }
}

/** Whether a string read from outside is a code of ours. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERROR_CODES, value);
}
