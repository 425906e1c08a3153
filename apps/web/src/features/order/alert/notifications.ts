/** Shows notifications where pages may not. Only for pages of orders, none of whose requests it sees. */
const WORKER = '/notification-worker.js';
const SCOPE = '/order/';

/** Asks for the browser's permission to show notifications, if it was never given or refused. @returns whether they can be shown */
export async function askForNotifications(): Promise<boolean> {
  if ('Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
  return prepareNotifications();
}

/** Starts the worker, which may be needed when the connection is gone. @returns whether notifications can be shown */
export async function prepareNotifications(): Promise<boolean> {
  if (!isPermitted()) return false;
  if (!('serviceWorker' in navigator)) return true;
  return startWorker().then(
    () => true,
    () => false,
  );
}

/** Shows a notification, if it is permitted. It leads to this page. @param tag a later one with the same tag takes its place */
export async function notify(title: string, tag: string): Promise<void> {
  if (!isPermitted()) return;
  const options = { body: tag, tag, icon: '/icon-192.png', data: location.pathname };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => window.focus();
  } catch {
    // Chrome on Android notifies by service workers alone.
    const worker = await startWorker().catch(() => null);
    await worker?.showNotification(title, options).catch(() => {});
  }
}

function isPermitted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** The worker's registration, once it is active: before, it shows nothing. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const starting = registration.active === null ? (registration.installing ?? registration.waiting) : null;
  if (starting === null) return registration;
  return new Promise((resolve, reject) => {
    starting.addEventListener('statechange', ({ target }) => {
      const { state } = target as ServiceWorker;
      if (state === 'activated') resolve(registration);
      if (state === 'redundant') reject(new Error('the worker did not start'));
    });
  });
}
