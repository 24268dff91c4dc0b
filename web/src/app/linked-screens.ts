import { whenIdle } from '../lib/view/when-idle.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

// The screens behind cards and lists. They must be loaded, because a tapped element moves into them.

export const ChatScreen = lazyComponent(async () => (await import('../features/chat/chat-screen.tsx')).ChatScreen)
export const PersonScreen = lazyComponent(
  async () => (await import('../features/person/person-screen.tsx')).PersonScreen,
)

export function loadWhenIdle(): void {
  whenIdle(() => void Promise.all([ChatScreen.preload(), PersonScreen.preload()]))
}
