import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { findPlaces } from '@zing/proto/http/places'
import type { FoundPlace, PlaceKind } from '@zing/proto/places/place'
import { useEffect, useState } from 'react'
import { call } from '../lib/http/call.ts'
import { language } from '../lib/language/language.ts'
import { useStore } from '../lib/state/create-store.ts'
import type { PlaceSearch } from '../ui/place/place-combobox.tsx'

/** Longer than between two keys of a typist. */
const PAUSE_MS = 150

function placesQuery(wanted: { q: string } | { ids: string }, tag: string) {
  return queryOptions({
    queryKey: ['places', tag, wanted],
    queryFn: () => call(null, findPlaces, { query: { ...wanted, language: tag } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The places with these ids, named in the reader's language; null until they are there. A place without a name is its id. */
export function useNamedPlaces(ids: readonly string[]): FoundPlace[] | null {
  const tag = useStore(language)
  const { data, isError } = useQuery({ ...placesQuery({ ids: ids.join(',') }, tag), enabled: ids.length > 0 })
  if (ids.length > 0 && !data && !isError) return null
  return ids.map(
    (id) => data?.find((place) => place.id === id) ?? { id, name: id, kind: id.includes('.') ? 'region' : 'country' },
  )
}

/** Finds places by a name, in the reader's language, while the user types. Leaves other kinds out. */
export function usePlaceSearch(kinds?: readonly PlaceKind[]): PlaceSearch {
  const [text, setText] = useState('')
  const tag = useStore(language)
  const typed = text.trim()
  const asked = useAfterPause(typed)
  const { data, isError, isPlaceholderData } = useQuery({
    ...placesQuery({ q: asked }, tag),
    enabled: asked !== '' && typed !== '',
    placeholderData: keepPreviousData,
  })
  if (typed === '') return { text, setText, places: [], status: 'empty' }
  const places = data?.filter(({ kind }) => kinds?.includes(kind) ?? true) ?? []
  if (isError) return { text, setText, places: [], status: 'failed' }
  return { text, setText, places, status: data && !isPlaceholderData && asked === typed ? 'found' : 'waiting' }
}

/** The text, once nobody has typed for a moment. */
function useAfterPause(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
