import { Migration } from '@mikro-orm/migrations';

/**
 * The site shows customers their deposits: those that are credited, and those at addresses of their own, whatever came of them. Neither can be claimed for
 * an order, so that a thief with the site's login learns nothing that a claim has to name.
 */
export class Migration20261204ShownDeposits extends Migration {
  override up(): void {
    this.addSql(SHOWN);
  }
}

const SHOWN = `
create policy web_shows_deposits on payment for select to quydoi_web
  using (customer_id is not null or exists (select 1 from wallet_address w where w.address = payment.account and w.network = payment.network));
`;
