import { say } from '@zing/kit/texts/say'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { ServerTextId } from '@zing/proto/texts/server-texts'
import type { PushContent } from '@zing/proto/web-push'

/** The text of a push in the language of a device; undefined if only the badge changes. */
export function pushText({ type, name, count = 1, media }: PushContent, language: string): string | undefined {
  if (type === null) return undefined
  const id = idOf(type, count > 1, media)
  if (name === undefined || id === 'push.likes') return say(language, id, { count })
  return say(language, `${id}.name`, { count, name: plainNameOf(name) })
}

function idOf(type: NonNullable<PushContent['type']>, isMany: boolean, media: PushContent['media']) {
  if (type === 'MATCH') return 'push.match' satisfies ServerTextId
  if (type === 'LIKE') return isMany ? 'push.likes' : 'push.like'
  if (isMany) return 'push.messages' satisfies ServerTextId
  return media ? (`push.${media}` as const) : 'push.message'
}
