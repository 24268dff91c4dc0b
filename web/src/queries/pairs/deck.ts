import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { useEffect } from 'react'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession, useSessionStore } from '../../lib/state/per-session.ts'
import type { Decision } from './decisions.ts'

/** The card on top, the card behind it, and a third, whose photo is loaded meanwhile. */
const CARDS = 3

interface Deck {
  /** Users whose cards are on the screen, the top first. */
  ids: readonly number[]
  /** The undone decision whose card has yet to fly back. */
  returning: Decision | null
}

const EMPTY: Deck = { ids: [], returning: null }
const decks = perSession(() => createStore(EMPTY))

/**
 * The cards to show. A refetch moves no card on the screen, since the user may be about to tap it.
 */
export function useDeck(profiles: readonly PublicProfile[]): { cards: PublicProfile[]; returning: Decision | null } {
  const client = useQueryClient()
  const { ids, returning } = useSessionStore(decks)
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: PublicProfile) => places.get(id) ?? places.size
  const cards = profiles.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, CARDS)

  useEffect(() => {
    const now = cards.map(({ id }) => id)
    const deck = decks(client)
    if (now.join() !== deck.get().ids.join()) deck.set({ ...deck.get(), ids: now })
  })
  return { cards, returning }
}

/** Puts the card of an undone decision on top, once the screen has the latest data. */
export function returnCard(client: QueryClient, decision: Decision): void {
  const deck = decks(client)
  notifyManager.schedule(() => {
    const { ids } = deck.get()
    if (ids[0] === decision.userId) return
    deck.set({ ids: [decision.userId, ...ids.filter((id) => id !== decision.userId)], returning: decision })
  })
}

/** Puts the card of a refused decision behind the next card, which the user may be about to tap. */
export function putNext(client: QueryClient, userId: number): void {
  const deck = decks(client).get()
  const [top, ...others] = deck.ids.filter((id) => id !== userId)
  if (top) decks(client).set({ ...deck, ids: [top, userId, ...others] })
}

export function cardHasReturned(client: QueryClient): void {
  decks(client).set({ ...decks(client).get(), returning: null })
}

/** Begins with the newest users again, after a change that the user has asked for. */
export function dealAnew(client: QueryClient): void {
  notifyManager.schedule(() => decks(client).set(EMPTY)) // once the screen has the new data
}
