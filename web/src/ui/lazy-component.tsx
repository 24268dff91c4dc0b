import { type ComponentType, type FunctionComponent, type LazyExoticComponent, lazy } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

const RELOADED_KEY = 'zing.reloaded-for-part'
const RELOAD_INTERVAL_MS = 60_000

/**
 * Loads a component on first render. A chunk that is missing after a deployment causes one reload of the page; if that
 * does not help, an error is shown.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(reloadOnce) }))
}

function reloadOnce(): Promise<FunctionComponent> | FunctionComponent {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_KEY))
  if (!navigator.onLine || Date.now() - reloadedAt < RELOAD_INTERVAL_MS) return LoadError
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  window.location.reload()
  return new Promise(() => {}) // keeps the spinner until the page unloads
}

function LoadError() {
  return (
    <EmptyState title="This could not be loaded" hint="Please check your connection." drawing="lost">
      <Button onClick={() => window.location.reload()}>Try Again</Button>
    </EmptyState>
  )
}
