import extractMessages, { type ExtractedMessage } from '@lingui/babel-plugin-extract-messages'
import { listedTexts } from './listed-texts.ts'
import { expandMacros, hasMacros, linguiConfig } from './macros.ts'
import { readSources } from './sources.ts'
import type { Text } from './text.ts'

/** Returns the texts of the client and the lists of proto, by id. */
export async function extractTexts(): Promise<Map<string, Text>> {
  const texts = new Map<string, Text>()
  for (const [file, code] of readSources()) {
    if (!hasMacros(code)) continue
    const onMessageExtracted = ({ id, message = '', context, comment, placeholders = {} }: ExtractedMessage) => {
      const text = texts.get(id) ?? { message, ...(context && { context }), origins: [], comments: [] }
      const named = Object.entries(placeholders).filter(([name]) => /^\d+$/.test(name))
      const comments = [comment, ...named.map(([name, value]) => `{${name}}: ${value.replace(/\s+/g, ' ')}`)]
      text.origins = [...new Set([...text.origins, file])]
      text.comments = [...new Set([...text.comments, ...comments.filter((one) => one !== undefined)])]
      texts.set(id, text)
    }
    await expandMacros(code, file, 'all', [[extractMessages, { onMessageExtracted, linguiConfig }]])
  }
  for (const [id, text] of await listedTexts()) texts.set(id, text)
  return texts
}
