/*
 * Service worker that shows an order's notifications where pages may not (Chrome on Android), as long as the order's page is open. It listens to no
 * requests, so that pages and their files load as they do without it.
 */

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(turnTo(event.notification.data));
});

/** Turns to the page that is open at a path; opens one if there is none. */
async function turnTo(path) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : clients.openWindow(path));
}
