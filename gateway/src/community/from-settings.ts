import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { PublishedSettings } from '@zing/proto/community/settings'

/** Returns what `make` makes of the settings in force; it is called once for each change. */
export function fromSettings<T>(settings: FollowedSettings, make: (published: PublishedSettings) => T): () => T {
  let source = settings.current()
  let made = make(source)
  return () => {
    const current = settings.current()
    if (current !== source) {
      made = make(current)
      source = current
    }
    return made
  }
}
