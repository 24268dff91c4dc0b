import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getDashboard } from '@zing/proto/http/staff/dashboard'
import { call } from '../lib/http/call.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The numbers of the members who registered in the last `days`. */
export function dashboardQuery(days: number) {
  return queryOptions({
    queryKey: ['admin', 'dashboard', days],
    queryFn: ({ client }) => {
      const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
      return call(client, getDashboard, { query: { from } })
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}
