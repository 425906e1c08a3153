import { Migration } from '@mikro-orm/migrations';

/**
 * The web's login changes no row of a session or a link, and not by which names a user logs in: the site never does, and a thief of the login could make
 * an own one another customer's.
 */
export class Migration20261128AccountRights extends Migration {
  override up(): void {
    this.addSql(ACCESS);
  }
}

const ACCESS = `
revoke update on auth.session, auth.verification from quydoi_web;
revoke update (email, name, username, "displayUsername") on auth."user" from quydoi_web;
`;
