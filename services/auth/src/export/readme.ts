import { say } from '@zing/kit/texts/say'
import { keysOf } from '@zing/proto/keys-of'
import { WRITTEN_FIELDS } from '@zing/proto/profile-fields'
import { README_TEXTS } from '@zing/proto/texts/readme-texts'

/** Explains the files and fields of a copy to a user of the community, in the user's language. */
export function readmeOf(community: string, language: string): string {
  const params = { community, fields: WRITTEN_FIELDS.join(', ') }
  const [title = '', ...paragraphs] = keysOf(README_TEXTS).map((id) => say(language, id, params))
  return `${title}\n${'='.repeat(title.length)}\n\n${paragraphs.join('\n\n')}\n`
}
