import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readCatalogue, SOURCE_LANGUAGE } from './catalogues.ts'
import { partOf, partsByFile } from './parts.ts'
import { idInProto } from './text.ts'

/** English with accents and brackets, for tests. */
export const PSEUDO = 'en-XA'
const ACCENTS: Record<string, string> = {
  ...{ a: 'áà', e: 'éè', i: 'íì', o: 'óò', u: 'úù' },
  ...{ A: 'ÁÀ', E: 'ÉÈ', I: 'ÍÌ', O: 'ÓÒ', U: 'ÚÙ' },
}
/** Origin of texts that only services say. */
const SERVER_TEXTS = 'proto/src/texts/server-texts.ts'

/** The language of the file that a language is made from. */
export const sourceOf = (language: string) => (language === PSEUDO ? SOURCE_LANGUAGE : language)

/** Lengthens a text by about 40 % with accents, between brackets. */
function toPseudo(text: string): CompiledMessage {
  const long = (part: string) => part.replace(/<[^>]+>|[aeiou]/gi, (one) => ACCENTS[one] ?? one)
  return ['[', ...compileMessageOrThrow(text, long), ']']
}

/** Returns the texts of a part by id, as the client loads them. */
export async function compileTexts(language: string, part: string | undefined): Promise<Record<string, unknown>> {
  const parts = partsByFile()
  const compiled: Record<string, unknown> = {}
  for (const [id, { message, translation, context, origin = [] }] of Object.entries(
    await readCatalogue(sourceOf(language)),
  )) {
    if (
      partOf(
        origin.map(([file]) => file),
        parts,
      ) !== part
    )
      continue
    const listed = idInProto(context)
    if (listed && language === SOURCE_LANGUAGE) continue // proto has it
    if (origin.some(([file]) => file === SERVER_TEXTS)) continue
    const text = translation || message || ''
    compiled[listed ?? id] = language === PSEUDO ? toPseudo(text) : compileMessageOrThrow(text)
  }
  return compiled
}
