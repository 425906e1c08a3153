import { Migration } from '@mikro-orm/migrations';

/** What customers say of themselves, as far as they do. Only the web reads it. */
export class Migration20261128Profiles extends Migration {
  override up(): void {
    this.addSql(`
alter table customer
  add column birthday text not null default '' check (birthday ~ '^(\\d{4}-\\d{2}-\\d{2})?$'),
  add column passport_id text not null default '' check (char_length(passport_id) <= 20),
  add column phone_number text not null default '' check (phone_number ~ '^(\\d{10,12})?$'),
  add column street_address1 text not null default '' check (char_length(street_address1) <= 300),
  add column street_address2 text not null default '' check (char_length(street_address2) <= 300),
  add column city text not null default '' check (char_length(city) <= 300),
  add column postal_code text not null default '' check (char_length(postal_code) <= 50),
  add column country_code text not null default '' check (country_code ~ '^([A-Z]{2})?$');
grant update (birthday, passport_id, phone_number, street_address1, street_address2, city, postal_code, country_code) on customer to quydoi_web;
`);
  }
}
