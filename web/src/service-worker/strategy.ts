import { isClientRoute } from '@zing/proto/client-routes'

export type Strategy = 'page' | 'file'

/** Selects the app's screens and the files of this version; null leaves API, photos and the rest to the network. */
export function strategyFor(
  { method, url, mode }: Pick<Request, 'method' | 'url' | 'mode'>,
  { origin, files }: { origin: string; files: readonly string[] },
): Strategy | null {
  const target = new URL(url)
  if (method !== 'GET' || target.origin !== origin) return null
  if (mode === 'navigate') return isClientRoute(target.pathname) ? 'page' : null
  return files.includes(target.pathname) ? 'file' : null
}
