import { lazyComponent } from '../ui/lazy-component.tsx'

// The screens behind cards and lists. They must be loaded, because a tapped element moves into them.

/** Time after which a browser without idle callbacks counts as idle. */
const IDLE_MS = 2_000

export const ChatScreen = lazyComponent(async () => (await import('../features/chat/chat-screen.tsx')).ChatScreen)
export const PersonScreen = lazyComponent(
  async () => (await import('../features/person/person-screen.tsx')).PersonScreen,
)

export function loadWhenIdle(): void {
  const load = () => void Promise.all([ChatScreen.preload(), PersonScreen.preload()])
  if ('requestIdleCallback' in window) requestIdleCallback(load)
  else setTimeout(load, IDLE_MS)
}
