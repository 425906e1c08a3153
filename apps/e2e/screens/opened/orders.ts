import { fill, type OpenedPart, press, said, submit } from './opened-part.ts';

/** Key of every order of the mock. */
const KEY = '#k=k7Yw2mE0vQx5sT1uR9oPbA';
/** Longest time until a page gives up to load its configuration. */
const UNREACHABLE_MS_MAX = 90_000;

/** A document whose page has to load its configuration itself. */
function withoutConfig(html: string): string {
  return html.replace(/(<script[^>]*id="state"[^>]*>)(.*?)(<\/script>)/s, (_, before: string, state: string, after: string) => {
    const text = JSON.stringify({ ...JSON.parse(state), config: null, live: null });
    return before + text.replaceAll('<', '\\u003c') + after;
  });
}

/** Parts of the order page, the order search, the voucher check and the contact form. */
export const ORDERS: readonly OpenedPart[] = [
  {
    name: 'order-offline',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page) => {
      await page.context().setOffline(true);
    },
  },
  {
    name: 'order-cancel',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page, say) => {
      await page.locator('main summary', { hasText: say('Không muốn chuyển nữa?') }).click();
      await page.getByRole('button', { name: say('action.cancel') }).click();
      await page.getByRole('button', { name: say('Không hủy') }).waitFor();
    },
  },
  {
    name: 'order-copied',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page) => {
      await page.locator('#copy-amount').click();
    },
  },
  ...[
    ['bank', 'SAMPLE-PENDING'],
    ['chain', 'SAMPLE-BEP20'],
    ['wallet', 'SAMPLE-SELLPM'],
  ].map(
    ([kind, ref]): OpenedPart => ({
      name: `claim-${kind}-wrong`,
      path: `/order/${ref}${KEY}`,
      open: async (page, say) => {
        await page.getByText(say('Tôi đã chuyển, sao chưa thấy?'), { exact: true }).click();
        await fill(page, { 'claim-paidAt': '2099-01-01T10:00', 'claim-accountEnd': '1', 'claim-reference': 'x?' });
        await page
          .locator('form', { has: page.locator('#claim-paidAt') })
          .locator('[type=submit]')
          .click();
        await said(page, 'claim-paidAt');
      },
    }),
  ),
  {
    name: 'claim-empty',
    path: `/order/SAMPLE-TIMEROVER${KEY}`,
    open: async (page, say) => {
      await page.getByText(say('Tôi đã chuyển'), { exact: true }).click();
      await page.locator('#claim-paidAt').fill('');
      await page
        .locator('form', { has: page.locator('#claim-paidAt') })
        .locator('[type=submit]')
        .click();
      await said(page, 'claim-paidAt');
    },
  },
  {
    name: 'decision',
    path: `/order/SAMPLE-UNDERPAID${KEY}`,
    open: async (page) => {
      await page
        .locator('main button', { hasText: /1.000.000|1,000,000/ })
        .first()
        .click();
      await page.locator('[role=dialog]').waitFor();
    },
  },
  {
    name: 'decision-late',
    path: `/order/SAMPLE-LATE${KEY}`,
    open: async (page) => {
      await page.locator('main section button, main [aria-live] button').first().click();
      await page.locator('[role=dialog]').waitFor();
    },
  },
  ...[
    ['bank', 'SAMPLE-UNDERPAID'],
    ['wallet', 'SAMPLE-SELLUNDERPAID'],
    ['voucher', 'SAMPLE-VOUCHERUNDERPAID'],
  ].map(
    ([kind, ref]): OpenedPart => ({
      name: `refund-${kind}-empty`,
      path: `/order/${ref}${KEY}`,
      open: async (page, say) => {
        await page
          .getByRole('button', { name: say('action.requestRefund') })
          .first()
          .click();
        await page.locator('#refund-blocked').waitFor({ state: 'attached' });
        // The account that the customer has declared stands there.
        if (kind === 'bank') await page.locator('#refund-account').fill('');
        if (kind !== 'voucher')
          await page
            .locator('form', { has: page.locator('#refund-blocked') })
            .locator('[type=submit]')
            .dispatchEvent('click');
      },
    }),
  ),
  {
    name: 'refund-excess',
    path: `/order/SAMPLE-OVERPAID${KEY}`,
    open: async (page, say) => {
      await page
        .getByRole('button', { name: say('action.refundExcess') })
        .first()
        .click();
      await page.locator('#refund-blocked').waitFor({ state: 'attached' });
      await page.locator('#refund-account').fill('0011001238888');
      await page.locator('form input[type=checkbox]').waitFor();
      await page
        .locator('form', { has: page.locator('#refund-blocked') })
        .locator('[type=submit]')
        .dispatchEvent('click');
    },
  },
  {
    name: 'voucher-empty',
    path: `/order/SAMPLE-VOUCHER${KEY}`,
    open: async (page) => {
      await fill(page, { 'voucher-number': '12', 'voucher-code': '12' });
      await page
        .locator('form', { has: page.locator('#voucher-number') })
        .locator('[type=submit]')
        .dispatchEvent('click');
      await said(page, 'voucher-number');
    },
  },
  {
    name: 'review-empty',
    path: `/order/SAMPLE-DELIVERED${KEY}`,
    open: async (page) => {
      await page
        .locator('form', { has: page.locator('#review-content') })
        .locator('[type=submit]')
        .dispatchEvent('click');
      await said(page, 'review-content');
    },
  },
  {
    name: 'history-empty',
    path: '/history',
    open: async (page) => {
      await submit(page);
      await said(page, 'history-ref');
    },
  },
  {
    name: 'history-forget',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page, say) => {
      for (const ref of ['SAMPLE-PENDING', 'SAMPLE-DELIVERED', 'SAMPLE-UNDERPAID']) {
        await page.goto(`/order/${ref}${KEY}`, { waitUntil: 'networkidle' });
      }
      await page.goto('/history', { waitUntil: 'networkidle' });
      await press(page, say('Xóa danh sách này'));
    },
  },
  {
    name: 'history-not-found',
    path: '/order/NHVNT2X8QK',
    open: async (page) => {
      await page.locator('main h1, main h2').first().waitFor();
    },
  },
  {
    name: 'listing-empty',
    path: '/listing',
    open: async (page) => {
      await submit(page);
      await said(page, 'voucher-number');
    },
  },
  {
    name: 'listing-not-found',
    path: '/listing',
    open: async (page) => {
      await fill(page, { 'voucher-number': '1111111111', 'voucher-code': '1111111111111111' });
      await submit(page);
      await page.locator('main [role=alert], main [role=status]').first().waitFor();
    },
  },
  {
    name: 'listing-found',
    path: '/listing',
    open: async (page) => {
      await fill(page, { 'voucher-number': '0123456789', 'voucher-code': '0011223344556677' });
      await submit(page);
      const found = page.locator('main dl').first();
      const mayPress = page.locator('main form button[type=submit][aria-disabled=false]');
      // A device that has just checked another voucher has to wait.
      await found.or(page.locator('main [role=alert]')).waitFor();
      if (await found.isVisible()) return;
      await mayPress.waitFor();
      await submit(page);
      await found.waitFor();
    },
  },
  {
    name: 'contact-empty',
    path: '/contact',
    open: async (page) => {
      await submit(page);
      await said(page, 'contact-message');
    },
  },
  {
    name: 'contact-sent',
    path: '/contact',
    open: async (page) => {
      await fill(page, { 'contact-email': 'an@example.com', 'contact-subject': 'A', 'contact-message': 'B' });
      await submit(page);
      await page.locator('#contact-email').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'unreachable',
    path: '/',
    open: async (page) => {
      await page.route(/\/trpc\/config\./, (route) => route.abort());
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, body: withoutConfig(await answer.text()) });
        },
      );
      await page.goto('/');
      await page.locator('[role=alert] button').waitFor({ timeout: UNREACHABLE_MS_MAX });
    },
  },
];
