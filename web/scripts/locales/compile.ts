import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readCatalogue, SOURCE_LANGUAGE } from './catalogues.ts'
import { type Part, partOf } from './parts.ts'

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

/** Returns the texts of a part by id, as the client loads them. The texts of proto have its ids, the others a hash. */
export async function compileTexts(
  language: string,
  part: string | undefined,
  parts: Map<string, Part>,
): Promise<Record<string, unknown>> {
  const compiled: Record<string, unknown> = {}
  const catalogue = await readCatalogue(sourceOf(language))
  for (const [hash, { message, translation, context, origin = [] }] of Object.entries(catalogue)) {
    const files = origin.map(([file]) => file)
    const isOfProto = files.some((file) => file.startsWith('proto/'))
    const isInCode = isOfProto && language === SOURCE_LANGUAGE
    if (partOf(files, parts) !== part || isInCode || files.includes(SERVER_TEXTS)) continue
    const id = (isOfProto && context) || hash
    const text = translation || message || ''
    compiled[id] = language === PSEUDO ? toPseudo(text) : compileMessageOrThrow(text)
  }
  return compiled
}
