import { Type } from '@mikro-orm/core';

/** Rates at scale 12 outgrow eight bytes (a bitcoin's is 2·10²¹), so they are stored as whole `numeric`s and read as bigint. */
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
