import { NO_STORY } from '@zing/proto/profiles/story'
import { classOf } from '../src/feed/feed-class.ts'
import type { Profile } from '../src/models/profile.ts'

/** Returns a profile as social stores it, for tests that need it in the database without its events. */
export function buildReplica(_id: number, more: Partial<Profile> = {}): Profile {
  const own = { name: 'Ada', age: 30, gender: 'other', orientation: 'other', selfie: null, ...NO_STORY }
  const state = { hidden: false, suspendedUntil: null, isReported: false, createdAt: new Date(_id), rev: 1, epoch: 0 }
  const replica = { _id, ...own, ...state, likeCount: 0, likeCountRev: 0, ...more }
  return { feedClass: classOf(replica), ...replica }
}
