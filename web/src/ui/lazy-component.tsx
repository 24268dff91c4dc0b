import { t } from '@lingui/core/macro'
import { type ComponentType, type FunctionComponent, type LazyExoticComponent, lazy } from 'react'
import { loadTexts, type TextPart } from '../lib/language/language.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type LazyComponent<Props extends object> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads the component, so that its first render does not wait. */
  preload: () => Promise<void>
}

const RELOADED_KEY = 'zing.reloaded-for-part'
const RELOAD_INTERVAL_MS = 60_000

/**
 * Loads a component and its texts on first render. A chunk that a deployment removed causes one page reload; after that an error is
 * shown.
 */
export function lazyComponent<Props extends object>(
  loadComponent: () => Promise<ComponentType<Props>>,
  texts: TextPart = 'member',
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const component = lazy<ComponentType<Props>>(() => (loaded ? atOnce({ default: loaded }) : first()))

  async function load(): Promise<ComponentType<Props>> {
    const [component] = await Promise.all([loadComponent(), loadTexts(texts)])
    return component
  }

  async function first() {
    return { default: await load().catch(reloadOnce) }
  }

  async function preload(): Promise<void> {
    loaded = await load().catch(() => null) // the first render tries again, and shows a failure
  }

  return Object.assign(component, { preload })
}

/** A real promise would leave the screen empty for a moment, and a view transition without a place to end. */
function atOnce<Value>(value: Value): Promise<Value> {
  const then = (resolve: (value: Value) => void) => resolve(value)
  return { then } as Promise<Value> // all that React's lazy calls
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
    <EmptyState title={t`This couldn't be loaded`} hint={t`Please check your connection.`} drawing="lost">
      <Button onClick={() => window.location.reload()}>{t`Try Again`}</Button>
    </EmptyState>
  )
}
