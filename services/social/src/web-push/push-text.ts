import { say } from '@zing/kit/texts/say'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { ServerTextId } from '@zing/proto/texts/server-texts'
import type { PushContent } from '@zing/proto/web-push'

/** The text of a push in the language of a device; undefined if only the badge changes. */
export function pushText(content: PushContent, language: string): string | undefined {
  const { name, count = 1 } = content
  const id = idOf(content, count > 1)
  if (id === null) return undefined
  if (name === undefined || id === 'push.likes') return say(language, id, { count })
  return say(language, `${id}.name`, { count, name: plainNameOf(name) })
}

function idOf({ type, kind }: PushContent, isMany: boolean) {
  if (type === null) return null
  if (type === 'MATCH') return 'push.match' satisfies ServerTextId
  if (type === 'LIKE') return isMany ? 'push.likes' : 'push.like'
  if (isMany) return 'push.messages'
  return kind ? (`push.${kind}` as const) : 'push.message'
}
