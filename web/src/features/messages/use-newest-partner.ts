import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { conversationsQuery } from '../../queries/chat/conversations.ts'
import { matchesQuery } from '../../queries/profiles.ts'
import { toRows } from './to-rows.ts'

/**
 * The partner whose chat stands beside the list on `/messages` in a wide window; null elsewhere and without a match. It stays
 * the same during a visit, also when the list moves.
 */
export function useNewestPartner(isOn: boolean): number | null {
  const { data: matches } = useQuery({ ...matchesQuery, enabled: isOn })
  const { data: conversations } = useQuery({ ...conversationsQuery, enabled: isOn })
  const [keptId, setKeptId] = useState<number | null>(null)
  const isKept = isOn && matches?.some(({ id }) => id === keptId)
  const newestId = isOn && matches && conversations ? (toRows(matches, conversations)[0]?.match.id ?? null) : null
  const id = isKept ? keptId : newestId
  if (id !== keptId) setKeptId(id)
  return id
}
