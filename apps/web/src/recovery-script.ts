import { createHash } from 'node:crypto';
import { ENTRY_ID, FAILURE_ID, LOAD_FAILURE, ROOT_ID } from './page-state.ts';

/** Time without failures after which a page is reloaded by itself again, in milliseconds: more than a hidden page's timers pause. */
const PAUSE_MS = 120_000;
/** Reloads by itself, at most, within the time below. */
const RELOADS_MAX = 3;
/** Time within which a tab's reloads are counted, in milliseconds. */
const RELOADS_WITHIN_MS = 24 * 3_600_000;
/** Failures, while the server answers, after which the notice gives other advice than to wait. */
const VAIN_TRIES_MAX = 3;
/** Time after which the entry script is started though nothing was painted, as in a page that is not in view, in milliseconds. */
const UNPAINTED_MS_MAX = 1_000;
/** Interval at which an entry script that has not loaded is asked for again, in milliseconds. */
const RETRY_EVERY_MS = 5_000;
/** Interval at which it is tried again to have heard what was entered or submitted before hydration, in milliseconds. */
const HEARD_EVERY_MS = 200;
/** Time limit of the question whether the server answers, in milliseconds. */
const ANSWER_MS_MAX = 15_000;

const NAMES = {
  rootId: ROOT_ID,
  failureId: FAILURE_ID,
  entryId: ENTRY_ID,
  loadFailure: LOAD_FAILURE,
  /** Session storage keys of the time of the last failure, and of the times of reloads. */
  failedKey: 'failedAt',
  reloadsKey: 'reloadedAt',
};
const LIMITS = {
  pauseMs: PAUSE_MS,
  reloadsMax: RELOADS_MAX,
  reloadsWithinMs: RELOADS_WITHIN_MS,
  vainTriesMax: VAIN_TRIES_MAX,
  unpaintedMsMax: UNPAINTED_MS_MAX,
  retryEveryMs: RETRY_EVERY_MS,
  heardEveryMs: HEARD_EVERY_MS,
  answerMsMax: ANSWER_MS_MAX,
};

/**
 * Starts the entry script once the page is painted, which a slow phone would do later if the script ran first.
 *
 * Goes on after files that did not load, and scripts that threw before the page had started or took it away: asks for a missing entry script again,
 * with a notice meanwhile, and reloads the page. Runs inside the document, also when no module has loaded, and so uses nothing from outside the
 * function.
 *
 * A reload gets the files of a newer build, and is the only retry in browsers that keep failed modules. It happens only if the server answers, because
 * the browser's own error page would take away what is shown; and by itself once, unless the server was away meanwhile, and a few times a day at
 * most: a file that is blocked for good would have the page reload for ever.
 *
 * A form that is submitted before hydration, which no handler hears, is submitted again until one does. What was entered or chosen before hydration is
 * entered again, because the page's first rendering afterwards would take it away.
 */
function startAndRecover(names: typeof NAMES, limits: typeof LIMITS): void {
  const template = document.getElementById(names.failureId);
  let isAsked = false;
  let mayReload = false;
  let wasAway = false;
  let isBusy = false;
  let vainTries = 0;
  /** Forms that are submitted again soon: pressing more often submits them no more often. */
  const unheard = new Set<HTMLFormElement>();

  function nowMs(): number {
    // biome-ignore lint/nursery/noJsRestrictedProperties: no module is at hand
    return Date.now();
  }

  function isFirstTime(): boolean {
    try {
      const isFirst = nowMs() - Number(sessionStorage.getItem(names.failedKey)) > limits.pauseMs;
      sessionStorage.setItem(names.failedKey, String(nowMs()));
      return isFirst;
    } catch {
      // No storage, and so no way to know.
      return false;
    }
  }

  /** Whether the page may reload by itself once more; counts the reload. */
  function countReload(): boolean {
    try {
      const known: number[] = JSON.parse(sessionStorage.getItem(names.reloadsKey) ?? '[]');
      const recent = known.filter((at) => nowMs() - at < limits.reloadsWithinMs);
      if (recent.length >= limits.reloadsMax) return false;
      sessionStorage.setItem(names.reloadsKey, JSON.stringify([...recent, nowMs()]));
    } catch {
      // No storage: then a page is reloaded after outages only.
    }
    return true;
  }

  async function doesServerAnswer(): Promise<boolean> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limits.answerMsMax);
    try {
      const { ok, status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: limit.signal });
      return ok || status === 404;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async function reload(isWanted: boolean): Promise<void> {
    isAsked ||= isWanted;
    mayReload = isFirstTime() || mayReload;
    if (isBusy) return;
    isBusy = true;
    const isUp = await doesServerAnswer();
    // Stays busy once the page is being reloaded: a second reload would abort the first one.
    if (isUp && (isAsked || (mayReload && countReload()))) return location.reload();
    isBusy = false;
    isAsked = false;
    if (isUp) vainTries += mayReload ? limits.vainTriesMax : 1;
    if (vainTries >= limits.vainTriesMax) advise();
    // What did not load while the server was away may load now. If it does not either, the page is reloaded then.
    mayReload = isUp && wasAway;
    wasAway = !isUp;
  }

  /** Says that the page has not started, or is gone, unless that stands there already. */
  function say(): void {
    const shown = document.getElementById(names.failureId);
    const notice = template instanceof HTMLTemplateElement ? template.content.firstElementChild?.cloneNode(true) : null;
    if (!(notice instanceof HTMLElement) || (shown !== template && (shown || !isPageGone()))) return;
    template?.remove();
    notice.id = names.failureId;
    notice.querySelector('button')?.addEventListener('click', () => void reload(true));
    document.body.prepend(notice);
  }

  /** Replaces the notice's first text, that the page goes on by itself, by the second: what else the customer can do. */
  function advise(): void {
    const [first, second] = document.querySelectorAll<HTMLElement>(`#${names.failureId} span`);
    if (first) first.hidden = true;
    if (second) second.hidden = false;
  }

  /** Whether an error took away the whole page, as React does when nothing catches it. */
  function isPageGone(): boolean {
    return document.getElementById(names.rootId)?.firstElementChild === null;
  }

  function loadAgain(script: HTMLScriptElement): void {
    say();
    void reload(false);
    setTimeout(() => load(script.src), limits.retryEveryMs);
  }

  function load(src: string): void {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = src;
    document.body.append(script);
  }

  function startOncePainted(): void {
    const entry = document.getElementById(names.entryId);
    if (!(entry instanceof HTMLLinkElement)) return;
    let isStarted = false;
    const start = () => {
      if (!isStarted) load(entry.href);
      isStarted = true;
    };
    const isPaintTold = window.PerformanceObserver?.supportedEntryTypes?.includes('paint');
    if (isPaintTold) new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, isPaintTold ? limits.unpaintedMsMax : 0);
  }

  /** Scripts that threw would throw again, so that only a reload may help. Errors of browser extensions do not count. */
  function goOnAfterError({ filename }: ErrorEvent): void {
    const isStarting = document.getElementById(names.failureId) !== null && filename.startsWith(location.origin);
    if (!isStarting && !isPageGone()) return;
    say();
    advise();
    void reload(false);
  }

  /** Fields other than those of the trade forms, whose draft adopts them, with what was entered before the page has started. */
  const entered = new Map<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, { value: string; checked: boolean }>();

  function hasStarted(): boolean {
    return document.getElementById(names.failureId) === null;
  }

  function noteEntry({ target }: Event): void {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
    if (!isField || target.dataset.draft !== undefined || target.name === 'bank') return;
    entered.delete(target);
    if (hasStarted()) return;
    if (entered.size === 0) setTimeout(untilEntered, limits.heardEveryMs);
    entered.set(target, { value: target.value, checked: target instanceof HTMLInputElement && target.checked });
  }

  function untilEntered(): void {
    enterMissed();
    if (entered.size > 0) setTimeout(untilEntered, limits.heardEveryMs);
  }

  /** Once the page has started, enters again what it has not heard. */
  function enterMissed(): void {
    if (!hasStarted()) return;
    const missed = [...entered];
    entered.clear();
    for (const [field, { value, checked }] of missed) {
      // React hydrates at once what such an event comes to. Only from then on it sees that a field's value differs from the one before.
      field.dispatchEvent(new Event('auxclick', { bubbles: true }));
      if (!field.isConnected) continue;
      if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
        // Pressing tells of a change only.
        field.checked = !checked;
        field.click();
        continue;
      }
      // React compares with the value that was last set on the element itself.
      field.value = '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    }
  }

  for (const type of ['input', 'change']) addEventListener(type, noteEntry, true);
  addEventListener('submit', ({ target, defaultPrevented }) => {
    // A native submission of such a form does nothing (`method="dialog"`).
    if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'dialog' || unheard.has(target)) return;
    unheard.add(target);
    setTimeout(() => {
      unheard.delete(target);
      enterMissed();
      if (target.isConnected) target.requestSubmit();
    }, limits.heardEveryMs);
  });
  addEventListener(names.loadFailure, (event) => {
    say();
    void reload((event as CustomEvent<boolean>).detail);
  });
  addEventListener(
    'error',
    (event) => {
      if (event.target instanceof HTMLScriptElement) loadAgain(event.target);
      else if (event instanceof ErrorEvent) goOnAfterError(event);
    },
    true,
  );
  startOncePainted();
}

const SCRIPT = `(${startAndRecover})(${JSON.stringify(NAMES)},${JSON.stringify(LIMITS)})`;

/** Tag of the script that starts the entry script, and recovers from files that did not load and scripts that threw: inline, after the entry's link. */
export const RECOVERY_SCRIPT = `<script>${SCRIPT}</script>`;

/** The script as a source of the documents' content security policy. */
export const RECOVERY_SOURCE = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`;
