import type { Migration } from '@zing/kit/mongo/migrations'
import { classOf } from '../feed/feed-class.ts'

const PROFILES_AT_ONCE = 1_000

interface Person {
  _id: number
  gender: string
  age: number
  feedClass?: string
}

/** Profiles of before there were preferences have no class, by which the feed finds them. */
export const classifyProfiles: Migration = {
  name: '0002-feed-classes',
  async up(db) {
    const people = db.collection<Person>('people')
    for (let after = 0; ; ) {
      const page = await people
        .find({ _id: { $gt: after }, feedClass: { $exists: false } }, { projection: { gender: 1, age: 1 } })
        .sort({ _id: 1 })
        .limit(PROFILES_AT_ONCE)
        .toArray()
      const last = page.at(-1)
      if (!last) return
      const updates = page.map(({ _id, gender, age }) => ({
        // not if the profile has changed meanwhile, which has set the class
        updateOne: { filter: { _id, gender, age }, update: { $set: { feedClass: classOf({ gender, age }) } } },
      }))
      await people.bulkWrite(updates, { ordered: false })
      after = last._id
    }
  },
}
