import { createHash } from 'node:crypto';
import { FAILURE_ID, LOAD_FAILURE } from './page-state.ts';

/** Time without failures after which a page is reloaded by itself again, in milliseconds: more than a hidden page's timers pause. */
const PAUSE_MS = 120_000;
/** Interval at which an entry script that has not loaded is asked for again, in milliseconds. */
const RETRY_EVERY_MS = 5_000;
/** Time limit of the question whether the server answers, in milliseconds. */
const ANSWER_MS_MAX = 15_000;
/** Session storage key of the time of the last failure. */
const FAILED_KEY = 'failedAt';

interface Names {
  readonly failureId: string;
  readonly loadFailure: string;
  readonly failedKey: string;
}

interface Times {
  readonly pauseMs: number;
  readonly retryEveryMs: number;
  readonly answerMsMax: number;
}

/**
 * Goes on after files that did not load: asks for a missing entry script again, with a notice meanwhile, and reloads the page. Runs inside the document,
 * also when no module has loaded, and so uses nothing from outside the function.
 *
 * A reload gets the files of a newer build, and is the only retry in browsers that keep failed modules. It happens only if the server answers, because
 * the browser's own error page would take away what is shown; and by itself once, unless the server was away meanwhile: a file that is blocked
 * for good would have the page reload for ever.
 */
function recover({ failureId, loadFailure, failedKey }: Names, { pauseMs, retryEveryMs, answerMsMax }: Times): void {
  let mayReload = false;
  let wasAway = false;
  let isBusy = false;

  function isFirstTime(): boolean {
    try {
      // biome-ignore lint/nursery/noJsRestrictedProperties: no module is at hand
      const now = Date.now();
      const isFirst = now - Number(sessionStorage.getItem(failedKey)) > pauseMs;
      sessionStorage.setItem(failedKey, String(now));
      return isFirst;
    } catch {
      // No storage, and so no way to know.
      return false;
    }
  }

  async function doesServerAnswer(): Promise<boolean> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), answerMsMax);
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
    const isFirst = isFirstTime();
    mayReload ||= isWanted || isFirst;
    if (isBusy) return;
    isBusy = true;
    const isUp = await doesServerAnswer();
    // Stays busy once the page is being reloaded: a second reload would abort the first one.
    if (isUp && mayReload) return location.reload();
    isBusy = false;
    // What did not load while the server was away may load now. If it does not either, the page is reloaded then.
    mayReload = isUp && wasAway;
    wasAway = !isUp;
  }

  /** Says that the page has not started, unless it has, or it was said. */
  function say(): void {
    const template = document.getElementById(failureId);
    const notice = template instanceof HTMLTemplateElement ? template.content.firstElementChild : null;
    if (!template || !notice) return;
    template.remove();
    notice.id = failureId;
    notice.querySelector('button')?.addEventListener('click', () => void reload(true));
    document.body.prepend(notice);
  }

  addEventListener(loadFailure, (event) => {
    say();
    void reload((event as CustomEvent<boolean>).detail);
  });
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      say();
      void reload(false);
      setTimeout(() => {
        const again = document.createElement('script');
        again.type = 'module';
        again.src = target.src;
        document.body.append(again);
      }, retryEveryMs);
    },
    true,
  );
}

const NAMES: Names = { failureId: FAILURE_ID, loadFailure: LOAD_FAILURE, failedKey: FAILED_KEY };
const TIMES: Times = { pauseMs: PAUSE_MS, retryEveryMs: RETRY_EVERY_MS, answerMsMax: ANSWER_MS_MAX };

const SCRIPT = `(${recover})(${JSON.stringify(NAMES)},${JSON.stringify(TIMES)})`;

/** Tag of the script that recovers from files that did not load: inline, before the entry script. */
export const RECOVERY_SCRIPT = `<script>${SCRIPT}</script>`;

/** The script as a source of the documents' content security policy. */
export const RECOVERY_SOURCE = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`;
