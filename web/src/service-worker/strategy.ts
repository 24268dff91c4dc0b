import { isClientRoute } from '@zing/proto/client-routes'

export type Strategy = 'page' | 'file'

/**
 * What the worker answers itself: our screens and the files of this version. Everything else is none of its business
 * and reaches the network as if there were no worker: the API, photos, the socket, run-time configuration, readiness.
 */
export function strategyFor(
  { method, url, mode }: Pick<Request, 'method' | 'url' | 'mode'>,
  { origin, files }: { origin: string; files: readonly string[] },
): Strategy | null {
  const target = new URL(url)
  if (method !== 'GET' || target.origin !== origin) return null
  if (mode === 'navigate') return isClientRoute(target.pathname) ? 'page' : null
  return files.includes(target.pathname) ? 'file' : null
}
