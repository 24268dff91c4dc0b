import { pairKey } from '@zing/proto/pair-key'
import { type DiscoveryPreferences, genderOf, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'

interface Undone {
  userId: number
  undone: 'like' | 'pass'
}

interface Decision {
  number: number
  at: number
  isFinal: boolean
}

/**
 * The promises of social about likes, passes, matches and blocks, in the simplest form. `number` orders all operations.
 */
export function createDiscoveryModel(profiles: ReplicatedProfile[]) {
  const byId = new Map(profiles.map((profile) => [profile.id, profile]))
  const preferences = new Map<number, DiscoveryPreferences>()
  const likes = new Map<string, Decision>()
  const passes = new Map<string, Decision>()
  const blocked = new Set<string>()
  const unmatched = new Set<string>()
  /** The time when the liked user read the notification of the first like, by both users; null if unread. */
  const notifications = new Map<string, number | null>()
  const everLiked = new Set<string>()
  /** The last undone decision of a user, by both users. */
  const undone = new Map<string, { undone: 'like' | 'pass'; number: number }>()
  let number = 0

  const way = (from: number, to: number) => `${from}>${to}`
  const decision = (): Decision => ({ number: ++number, at: Date.now(), isFinal: false })
  const isMatch = (a: number, b: number) => likes.has(way(a, b)) && likes.has(way(b, a))
  const others = (id: number) => [...byId.keys()].filter((other) => other !== id)
  const ended = (a: number, b: number) => blocked.has(way(a, b)) || blocked.has(way(b, a))

  function isOpenLike(a: number, b: number): boolean {
    const like = likes.get(way(a, b))
    const isRead = (notifications.get(way(a, b)) ?? 0) > (like?.number ?? 0)
    return like !== undefined && !like.isFinal && !isRead && !isMatch(a, b)
  }

  function takeBack(a: number, decision: Undone): void {
    const decisions = decision.undone === 'like' ? likes : passes
    const taken = decisions.get(way(a, decision.userId))
    if (taken) undone.set(way(a, decision.userId), { undone: decision.undone, number: taken.number })
    decisions.delete(way(a, decision.userId))
  }

  function fits(id: number, wanted: DiscoveryPreferences): boolean {
    const profile = byId.get(id)
    if (!profile) return false
    const { gender, age, lookingFor } = profile
    const isGender = wanted.genders.length === 0 || wanted.genders.includes(genderOf(gender))
    const isAge = age >= (wanted.ageMin ?? 0) && age <= (wanted.ageMax ?? 200)
    const isLooking = wanted.lookingFor.length === 0 || !lookingFor || wanted.lookingFor.includes(lookingFor)
    return isGender && isAge && isLooking
  }

  return {
    like(a: number, b: number): 'ok' | 'match' | 'not found' {
      if (ended(a, b)) return 'not found'
      if (!likes.has(way(a, b))) {
        likes.set(way(a, b), decision())
        passes.delete(way(a, b))
        if (isMatch(a, b)) unmatched.delete(pairKey(a, b))
        else if (!everLiked.has(way(a, b))) notifications.set(way(a, b), null)
        everLiked.add(way(a, b))
      }
      return isMatch(a, b) ? 'match' : 'ok'
    },
    unlike(a: number, b: number): 'ok' | 'not found' {
      if (ended(a, b)) return 'not found'
      likes.delete(way(a, b))
      return 'ok'
    },
    pass(a: number, b: number): 'ok' | 'not found' {
      if (ended(a, b)) return 'not found'
      if (!likes.has(way(a, b)) && !passes.has(way(a, b))) passes.set(way(a, b), decision())
      return 'ok'
    },
    unpass(a: number, b: number): 'ok' | 'not found' {
      if (ended(a, b)) return 'not found'
      passes.delete(way(a, b))
      return 'ok'
    },
    unpassAll(a: number): 'ok' {
      for (const b of others(a)) {
        passes.delete(way(a, b))
        undone.delete(way(a, b))
      }
      return 'ok'
    },
    unmatch(a: number, b: number): 'ok' | 'not found' {
      if (ended(a, b)) return 'not found'
      if (!isMatch(a, b)) return 'ok'
      likes.delete(way(a, b))
      likes.delete(way(b, a))
      unmatched.add(pairKey(a, b))
      return 'ok'
    },
    block(a: number, b: number): void {
      for (const one of [way(a, b), way(b, a)]) {
        likes.delete(one)
        notifications.delete(one)
        everLiked.delete(one)
      }
      blocked.add(way(a, b))
    },
    /** Ends the block of `b` by `a`; the likes stay deleted. */
    unblock(a: number, b: number): void {
      blocked.delete(way(a, b))
    },
    prefer(a: number, wanted: DiscoveryPreferences): void {
      preferences.set(a, wanted)
    },
    read(a: number): void {
      number += 1
      for (const b of others(a)) if (notifications.get(way(b, a)) === null) notifications.set(way(b, a), number)
    },
    /** Makes likes from before `at` too old to undo, and returns the liked users. */
    makeFinal(a: number, at: number): number[] {
      return others(a).filter((b) => {
        const like = likes.get(way(a, b))
        if (!like || like.isFinal || like.at >= at) return false
        like.isFinal = true
        return true
      })
    },
    /** The latest decision, or the decision that an earlier call has undone since; null if there is neither. */
    undo(a: number): Undone | null {
      const open = others(a).filter((b) => !ended(a, b))
      const found = open.flatMap((b) => {
        const [like, pass, earlier] = [likes.get(way(a, b)), passes.get(way(a, b)), undone.get(way(a, b))]
        if (like) return isOpenLike(a, b) ? [{ userId: b, undone: 'like' as const, number: like.number }] : []
        if (pass) return [{ userId: b, undone: 'pass' as const, number: pass.number }]
        return earlier ? [{ userId: b, ...earlier }] : []
      })
      const [latest] = found.toSorted((one, two) => two.number - one.number)
      if (!latest) return null
      takeBack(a, latest)
      return { userId: latest.userId, undone: latest.undone }
    },
    undoNamed(a: number, { userId, undone }: Undone): 'ok' | 'final' | 'not found' {
      if (ended(a, userId)) return 'not found'
      if (undone === 'like' && likes.has(way(a, userId)) && !isOpenLike(a, userId)) return 'final'
      takeBack(a, { userId, undone })
      return 'ok'
    },
    /** Ordered by id. */
    discover(a: number): number[] {
      return others(a)
        .filter((b) => !ended(a, b) && !unmatched.has(pairKey(a, b)))
        .filter((b) => !likes.has(way(a, b)) && !passes.has(way(a, b)))
        .filter((b) => fits(b, preferences.get(a) ?? NO_PREFERENCES) && fits(a, preferences.get(b) ?? NO_PREFERENCES))
        .toSorted((one, two) => one - two)
    },
    /** The latest like first. */
    liked(a: number): number[] {
      const numberOf = (b: number) => likes.get(way(a, b))?.number ?? 0
      return others(a)
        .filter((b) => numberOf(b) > 0 && !isMatch(a, b))
        .toSorted((one, two) => numberOf(two) - numberOf(one))
    },
    /** Ordered by id. */
    matches(a: number): number[] {
      return others(a)
        .filter((b) => isMatch(a, b))
        .toSorted((one, two) => one - two)
    },
  }
}
