import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import {
  addCaseNote,
  claimCase,
  decideCase,
  decideHeld,
  dismissReports,
  getCase,
  listAudit,
  listCases,
  listHeld,
  releaseCase,
  undoDecision,
} from '@zing/proto/http/staff/moderation'
import type { CaseSummary, Claim } from '@zing/proto/moderation/cases'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { ApiError, call, callPage, isFinal } from '../../lib/http/call.ts'
import { CASES_POLL_MS, HELD_CASE_POLL_MS } from '../../lib/limits.ts'
import { userKey } from '../session/user-key.ts'
import { countDecision } from './breaks.ts'

const CASES = ['moderation', 'cases'] as const

/** Polled, so that moderators see the cases that others have taken. */
export function casesQuery(status: CaseSummary['status']) {
  return infiniteQueryOptions({
    queryKey: [...CASES, status],
    queryFn: ({ client, pageParam }) =>
      asModerator(client, () => callPage(client, listCases, { query: { status, cursor: pageParam } })),
    initialPageParam: '', // the first page
    getNextPageParam: (page) => page.next,
    select: (data) => joined(data, ({ id }) => id),
    refetchOnMount: 'always',
    refetchInterval: CASES_POLL_MS,
  })
}

/** Joins pages to a list. An entry that moved between two fetches is on two pages, and once in the list. */
export function joined<T>({ pages }: { pages: { items: T[] }[] }, idOf: (one: T) => number): T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((one) => [idOf(one), one])).values()]
}

/**
 * Not kept: views are in the audit log, and evidence stays on the screen only. Polled only while this moderator holds the case,
 * for reports that arrive meanwhile.
 */
export function caseQuery(id: number, holderId?: number) {
  return queryOptions({
    queryKey: ['moderation', 'case', id],
    queryFn: ({ client }) => asModerator(client, () => call(client, getCase, { params: { id } })),
    gcTime: 0,
    refetchInterval: ({ state }) =>
      holderId !== undefined && state.data?.claim?.userId === holderId ? HELD_CASE_POLL_MS : false,
  })
}

export const auditQuery = infiniteQueryOptions({
  queryKey: ['moderation', 'audit'],
  queryFn: ({ client, pageParam }) =>
    asModerator(client, () => callPage(client, listAudit, { query: { cursor: pageParam } })),
  initialPageParam: '', // the newest entries
  getNextPageParam: (page) => page.next,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
  gcTime: 0,
})

/** Neither polled nor kept, like a case. */
export const heldQuery = infiniteQueryOptions({
  queryKey: ['moderation', 'held'],
  queryFn: ({ client, pageParam }) =>
    asModerator(client, () => callPage(client, listHeld, { query: { cursor: pageParam } })),
  initialPageParam: '', // the oldest
  getNextPageParam: (page) => page.next,
  select: (data) => joined(data, ({ user }) => user.id),
  gcTime: 0,
  refetchOnWindowFocus: false,
})

/** Decides messages of one sender. Fetches the list again in any case: a refusal means that it is out of date. */
export function useDecideHeld(userId: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof decideHeld>) =>
      asModerator(client, () => call(client, decideHeld, { params: { userId }, body })),
    onSuccess: () => {
      countDecision(client)
      void client.invalidateQueries({ queryKey: CASES })
    },
    onSettled: () => client.invalidateQueries({ queryKey: heldQuery.queryKey }),
  })
}

/** Takes a case, or renews the caller's claim of it. */
export function useClaimCase() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: number) => asModerator(client, () => call(client, claimCase, { params: { id } })),
    onSuccess: (claim, id) => setClaim(client, id, claim),
    onError: (error, id) => refetchAfter(client, id, error),
  })
}

export function useReleaseCase() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: number) => asModerator(client, () => call(client, releaseCase, { params: { id } })),
    onSuccess: (_, id) => setClaim(client, id, null),
  })
}

export function useAddCaseNote(id: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (text: string) =>
      asModerator(client, () => call(client, addCaseNote, { params: { id }, body: { text } })),
    onSuccess: (note) =>
      client.setQueryData(caseQuery(id).queryKey, (one) => one && { ...one, notes: [...one.notes, note] }),
  })
}

export function useDecideCase(id: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof decideCase>) =>
      asModerator(client, () => call(client, decideCase, { params: { id }, body })),
    onSuccess: () => {
      countDecision(client)
      void client.invalidateQueries({ queryKey: CASES })
    },
    onError: (error) => refetchAfter(client, id, error),
  })
}

/** Dismisses the open cases that only this user has reported, among them perhaps the case on the screen. */
export function useDismissReports(reporterId: number, caseId: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () =>
      asModerator(client, () => call(client, dismissReports, { params: { userId: reporterId }, body: {} })),
    onSettled: () => refetchCase(client, caseId),
  })
}

export function useUndoDecision(id: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => asModerator(client, () => call(client, undoDecision, { params: { id } })),
    onSuccess: () => refetchCase(client, id),
    onError: (error) => refetchAfter(client, id, error),
  })
}

function setClaim(client: QueryClient, id: number, claim: Claim | null): void {
  client.setQueryData(caseQuery(id).queryKey, (one) => one && { ...one, claim })
  void client.invalidateQueries({ queryKey: CASES })
}

/** A refusal says that the screen is out of date: another moderator was faster. */
function refetchAfter(client: QueryClient, id: number, error: Error): void {
  if (isFinal(error)) void refetchCase(client, id)
}

function refetchCase(client: QueryClient, id: number): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: caseQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: CASES }),
  ])
}

/** Fetches the user again after a 403 without a code: the role is withdrawn, and its screens disappear. */
export async function asModerator<T>(client: QueryClient, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const isWithdrawn = error instanceof ApiError && error.status === 403 && error.code === undefined
    if (isWithdrawn) void client.invalidateQueries({ queryKey: userKey })
    throw error
  }
}
