import { language } from './language.ts'

/** The browser's own models (Translator API): no text leaves the device. Typed here, since TypeScript does not know them. */
interface DetectorModel {
  detect(text: string): Promise<{ detectedLanguage: string; confidence: number }[]>
}
interface TranslatorModel {
  translate(text: string): Promise<string>
}
interface Models {
  LanguageDetector?: { create(): Promise<DetectorModel> }
  Translator?: {
    availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
    create(pair: Pair): Promise<TranslatorModel>
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

/** Translates into the language on the screen. The first time the browser may load the model of this pair. */
export async function translate(text: string, from: string): Promise<string> {
  const translator = await models.Translator?.create({ sourceLanguage: from, targetLanguage: language.get() })
  if (!translator) throw new Error('This browser has no translator')
  return translator.translate(text)
}

function baseOf(tag: string): string {
  return new Intl.Locale(tag).language
}
