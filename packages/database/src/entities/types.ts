import { Type } from '@mikro-orm/core';

/** `numeric(40,0)` read as bigint: rates at scale 12 exceed eight bytes (bitcoin's is 2·10²¹). */
export class WholeNumeric extends Type<bigint, string> {
  override convertToDatabaseValue(value: bigint): string {
    return value === null || value === undefined ? value : value.toString();
  }

  override convertToJSValue(value: string): bigint {
    return value === null || value === undefined ? value : BigInt(value);
  }

  override getColumnType(): string {
    return 'numeric(40,0)';
  }

  override compareAsType(): string {
    return 'bigint';
  }
}
