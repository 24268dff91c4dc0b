import { language } from './language.ts'

/** The browser's own models (Translator API): no text leaves the device. Typed here, since TypeScript does not know them. */
interface DetectorModel {
  detect(text: string): Promise<{ detectedLanguage: string; confidence: number }[]>
}
interface TranslatorModel {
  translate(text: string, options: { signal: AbortSignal }): Promise<string>
}
interface Models {
  LanguageDetector?: { create(): Promise<DetectorModel> }
  Translator?: {
    availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
    create(pair: Pair & { signal: AbortSignal }): Promise<TranslatorModel>
  }
}
interface Pair {
  sourceLanguage: string
  targetLanguage: string
}

/** A shorter text is "ok" or a name, whose language nobody can tell. */
const LENGTH_MIN = 12
const CONFIDENCE_MIN = 0.6

const models: Models = globalThis as Models
let detector: Promise<DetectorModel> | null = null

/** Returns the language of a text that the browser can translate into the language on the screen, else null. */
export async function foreignLanguageOf(text: string): Promise<string | null> {
  const { LanguageDetector, Translator } = models
  if (!LanguageDetector || !Translator || text.length < LENGTH_MIN) return null
  try {
    detector ??= LanguageDetector.create()
    const [best] = await (await detector).detect(text)
    const own = language.get()
    if (!best || best.confidence < CONFIDENCE_MIN || baseOf(best.detectedLanguage) === baseOf(own)) return null
    const pair = { sourceLanguage: best.detectedLanguage, targetLanguage: own }
    return (await Translator.availability(pair)) === 'unavailable' ? null : best.detectedLanguage
  } catch {
    detector = null // its model may need a gesture first: the next text tries again
    return null
  }
}

/** The first time it includes the download of a model. */
const TRANSLATE_MS = 120_000

/** Translates into the language on the screen. Throws if the browser does not manage it in two minutes. */
export async function translate(text: string, from: string): Promise<string> {
  const signal = AbortSignal.timeout(TRANSLATE_MS)
  const pair = { sourceLanguage: from, targetLanguage: language.get() }
  const translator = await models.Translator?.create({ ...pair, signal })
  if (!translator) throw new Error('This browser has no translator')
  return translator.translate(text, { signal })
}

function baseOf(tag: string): string {
  return new Intl.Locale(tag).language
}
