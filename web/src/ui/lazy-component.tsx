import { type ComponentType, type FunctionComponent, type LazyExoticComponent, lazy } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

const RELOADED_KEY = 'zing.reloaded-for-part'
const RELOAD_PAUSE_MS = 60_000

/**
 * A part of the client that is loaded when it is wanted. If it is gone from the server, a new version has taken its
 * place there: a reload brings that, once; what cannot be had then either says so.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(reloadOnce) }))
}

function reloadOnce(): Promise<FunctionComponent> | FunctionComponent {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_KEY))
  if (!navigator.onLine || Date.now() - reloadedAt < RELOAD_PAUSE_MS) return LostPart
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  window.location.reload()
  return new Promise(() => {}) // the spinner stays until the page goes
}

function LostPart() {
  return (
    <EmptyState title="This could not be loaded" hint="Please check your connection." drawing="lost">
      <Button onClick={() => window.location.reload()}>Try Again</Button>
    </EmptyState>
  )
}
