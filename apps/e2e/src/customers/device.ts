import type { Endpoints } from '../system/endpoints.ts';

/** Headers of a browser's calls: its cookies, and what its scripts repeat of them. */
export interface DeviceHeaders extends Readonly<Record<string, string>> {
  readonly cookie: string;
  readonly 'x-xsrf-token': string;
}

/** Opens the site as a new browser does. @param address of its client; the machine's own by default */
export async function openDevice({ webUrl }: Pick<Endpoints, 'webUrl'>, address?: string): Promise<DeviceHeaders> {
  const from = address === undefined ? {} : { 'x-forwarded-for': address };
  const response = await fetch(webUrl, { headers: from });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { ...from, cookie: cookies.join('; '), 'x-xsrf-token': token };
}
