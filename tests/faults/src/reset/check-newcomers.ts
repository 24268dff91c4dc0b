import type { Violation } from '../checks/violation.ts'
import type { Act, Newcomer } from './newcomers.ts'
import type { Observed, View } from './read-newcomers.ts'

interface Model {
  newcomers: Newcomer[]
  acts: Act[]
  /** `from` is the start of the request that raised the epoch last; `to` is the end of the reset. */
  reset: { from: number; to: number }
}

/**
 * A newcomer is in every service or in none (INV-12). Users registered before the reset are in none, users registered
 * after it in all. The remaining users find what was confirmed to them, and nothing else.
 */
export function checkNewcomers({ newcomers, acts, reset }: Model, observed: Observed, viewerId: number): Violation[] {
  const people = newcomers.flatMap(({ person, from, to }) => (person ? [{ id: person.id, from, to }] : []))
  const living = new Set(people.map(({ id }) => id).filter((id) => observed.accounts.get(id) === 200))
  const own = acts.filter(({ by, to }) => living.has(by) && living.has(to))
  const texts = [
    ...people.flatMap((person) => checkAccount(person, observed.accounts.get(person.id), reset)),
    ...checkIds(
      'the feed',
      observed.feed,
      [...living].filter((id) => id !== viewerId),
    ),
    ...observed.views.flatMap((view) => checkView(view, own)),
    ...checkTotals(observed, living.size, own),
  ]
  return texts.map((text) => ({ invariant: 'INV-12', text }))
}

function checkAccount(
  { id, from, to }: { id: number; from: number; to: number },
  status: number | undefined,
  reset: Model['reset'],
): string[] {
  if (status !== 200 && status !== 401) return [`the account of ${id} is neither there nor gone: ${status}`]
  if (to < reset.from && status === 200) return [`${id} registered before the reset and is still there`]
  if (from > reset.to && status === 401) return [`${id} registered after the reset and is gone`]
  return []
}

function checkView({ id, matches, conversations, messages, notifications }: View, acts: Act[]): string[] {
  const { certain, possible } = matchesOf(id, acts)
  const written = acts.filter((act) => act.kind === 'message' && (act.by === id || act.to === id))
  const name = (what: string) => `the ${what} of ${id}`
  return [
    ...checkIds(name('matches'), matches, certain, possible),
    ...checkIds(name('conversations'), conversations, certain, possible),
    ...written
      .filter(({ by, to, outcome, messageId }) => {
        const list = messages.get(by === id ? to : by) ?? []
        return outcome === 'ok' && messageId !== null && !list.includes(messageId)
      })
      .map(({ by, to }) => `${id} cannot read the message of ${by} to ${to}`),
    ...checkIds(
      name('MATCH notifications'),
      notifications.flatMap(({ type, about }) => (type === 'MATCH' && about !== null ? [about] : [])),
      certain,
      possible,
    ),
  ]
}

/** Matches that a user must have, and matches that depend on a like of unknown outcome. */
function matchesOf(id: number, acts: Act[]): { certain: number[]; possible: number[] } {
  const likes = acts.filter(({ kind, outcome }) => kind === 'like' && outcome !== 'fail')
  const mutual = likes
    .filter(({ by }) => by === id)
    .flatMap((mine) => {
      const theirs = likes.find(({ by, to }) => by === mine.to && to === id)
      return theirs ? [{ id: mine.to, isCertain: mine.outcome === 'ok' && theirs.outcome === 'ok' }] : []
    })
  const idsOf = (isCertain: boolean) => mutual.filter((one) => one.isCertain === isCertain).map((one) => one.id)
  return { certain: idsOf(true), possible: idsOf(false) }
}

function checkIds(what: string, actual: number[], expected: number[], possible: number[] = []): string[] {
  const missing = expected.filter((id) => !actual.includes(id))
  const allowed = new Set([...expected, ...possible])
  const excess = actual.filter((id, index) => !allowed.has(id) || actual.indexOf(id) !== index)
  return [
    ...(missing.length > 0 ? [`${missing.join()} are not in ${what}`] : []),
    ...(excess.length > 0 ? [`${excess.join()} must not be in ${what}`] : []),
  ]
}

function checkTotals({ totals, views }: Observed, users: number, acts: Act[]): string[] {
  const likes = acts.filter(({ kind }) => kind === 'like')
  const certain = likes.filter(({ outcome }) => outcome === 'ok').length
  const possible = likes.filter(({ outcome }) => outcome !== 'fail').length
  const matches = views.reduce((sum, view) => sum + view.matches.length, 0) / 2
  return [
    ...(totals.totalUsers === users ? [] : [`the totals count ${totals.totalUsers} users instead of ${users}`]),
    ...(totals.totalMatches === matches
      ? []
      : [`the totals count ${totals.totalMatches} matches instead of ${matches}`]),
    ...(totals.totalLikes >= certain && totals.totalLikes <= possible
      ? []
      : [`the totals count ${totals.totalLikes} likes instead of ${certain} to ${possible}`]),
  ]
}
