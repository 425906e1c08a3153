import { Migration } from '@mikro-orm/migrations';

/**
 * The worker reports webhooks of Perfect Money that were given up, as those of WebMoney: their sources have the names of their networks. What the
 * lists of both tell remains the signer's to report.
 */
export class Migration20261128GivenUpWebhooks extends Migration {
  override up(): void {
    this.addSql('drop policy worker_reports on reconciliation_exception');
    this.addSql(`create policy worker_reports on reconciliation_exception for insert to quydoi_worker with check (
      num_nonnulls(resolved_at, resolved_by, note) = 0 and source <> 'payouts'
      and (network not in ('perfect-money', 'webmoney') or (source = network and kind = 'unlisted_webhook')))`);
  }
}
