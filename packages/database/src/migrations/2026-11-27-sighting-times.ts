import { Migration } from '@mikro-orm/migrations';

/** What each source has told lately, for comparing sources that tell the same payments. */
export class Migration20261127SightingTimes extends Migration {
  override up(): void {
    this.addSql('create index sighting_times on sighting (source, at)');
  }
}
