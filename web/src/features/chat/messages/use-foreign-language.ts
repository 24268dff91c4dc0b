import { useEffect, useState } from 'react'
import { language } from '../../../lib/language/language.ts'
import { foreignLanguageOf } from '../../../lib/language/translator.ts'
import { useStore } from '../../../lib/state/create-store.ts'

/** The language of a text that this browser can translate for the reader. Null until it is known, or if there is none. */
export function useForeignLanguage(text: string | null): string | null {
  const [found, setFound] = useState<string | null>(null)
  const own = useStore(language)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is foreign depends on the reader's language
  useEffect(() => {
    let isCurrent = true
    setFound(null)
    if (text !== null) void foreignLanguageOf(text).then((from) => isCurrent && setFound(from))
    return () => {
      isCurrent = false
    }
  }, [text, own])
  return found
}
