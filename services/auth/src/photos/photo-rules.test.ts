import { PHOTOS_MAX } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import type { UserDocument } from '../models/user.ts'
import {
  photoVersionsOf,
  toOwnPhotos,
  toPhotos,
  withOrder,
  withoutPhoto,
  withPhoto,
  withSelfie,
} from './photo-rules.ts'

const ada: UserDocument = {
  _id: 7,
  username: 'Ada',
  usernameKey: 'ada',
  passwordHash: 'x',
  name: 'Ada',
  age: 30,
  gender: 'female',
  orientation: 'gay',
  selfieVersion: 10,
  createdAt: new Date(0),
  rev: 1,
  epoch: 0,
}
const photo = (version: number, digest = `digest of ${version}`) => ({ version, digest })
const others = [11, 12, 13].map((version) => photo(version))
const withOthers = { ...ada, photos: others }
const tooMany = expect.objectContaining({ status: 409, code: 'TOO_MANY_PHOTOS' })
const selfieStays = expect.objectContaining({ status: 409, code: 'SELFIE_STAYS' })
const changed = expect.objectContaining({ status: 409, code: 'PHOTOS_CHANGED' })

test('the selfie comes first, if there is one', () => {
  expect(toPhotos(withOthers).map(({ id }) => id)).toEqual(['10', '11', '12', '13'])
  expect(toPhotos(withOthers)[1]).toEqual({ id: '11', path: '/api/selfies/7/11' })
  expect(photoVersionsOf({ ...withOthers, selfieVersion: 0 })).toEqual([11, 12, 13])
  expect(photoVersionsOf(ada), 'an account with its selfie alone').toEqual([10])
})

test('another photo comes last, until the profile has as many as allowed', () => {
  const after = [21, 22, 23, 24, 25].reduce<UserDocument>(
    (user, version) => withPhoto(user, photo(version)) ?? user,
    ada,
  )
  expect(photoVersionsOf(after)).toEqual([10, 21, 22, 23, 24, 25])
  expect(photoVersionsOf(after)).toHaveLength(PHOTOS_MAX)
  expect(() => withPhoto(after, photo(26))).toThrow(tooMany)
  expect(() => withPhoto({ ...after, selfieVersion: 0 }, photo(26)), 'the place of the selfie is kept').toThrow(tooMany)
})

test('when the profile has a picture already, it is not added again, even to a full profile', () => {
  const full = { ...ada, photos: [11, 12, 13, 14, 15].map((version) => photo(version)) }
  expect(withPhoto(full, photo(99, 'digest of 13'))).toBeNull()
})

test('an order moves any photo, the selfie too', () => {
  expect(photoVersionsOf(withOrder(withOthers, [10, 13, 11, 12]) ?? ada)).toEqual([10, 13, 11, 12])
  expect(photoVersionsOf(withOrder(withOthers, [13, 11, 10, 12]) ?? ada)).toEqual([13, 11, 10, 12])
  expect(withOrder(withOthers, [10, 11, 12, 13]), 'the order that they have').toBeNull()
  const withoutSelfie = { ...withOthers, selfieVersion: 0 }
  expect(photoVersionsOf(withOrder(withoutSelfie, [12, 11, 13]) ?? ada)).toEqual([12, 11, 13])
  expect(withOthers.photos, 'the photos before').toEqual(others)
})

test.each([
  ['a photo is missing', [10, 11, 12]],
  ['there is one more', [10, 11, 12, 13, 14]],
  ['one is unknown', [10, 11, 12, 99]],
  ['one comes twice', [10, 11, 11, 12]],
  ['the selfie is missing', [11, 12, 13]],
  ['it is empty', []],
])('an order in which %s is refused', (_case, order) => {
  expect(() => withOrder(withOthers, order)).toThrow(changed)
})

test('the selfie cannot be deleted as another photo, keeps its place, and a new one comes first', () => {
  expect(() => withoutPhoto(withOthers, 10)).toThrow(selfieStays)
  const third = withOrder(withOthers, [11, 12, 10, 13]) ?? ada
  const without = withoutPhoto(third, 11) ?? ada
  expect(photoVersionsOf(without)).toEqual([12, 10, 13])
  expect(photoVersionsOf(withoutPhoto(without, 13) ?? ada)).toEqual([12, 10])
  expect(photoVersionsOf(withPhoto(without, photo(14)) ?? ada)).toEqual([12, 10, 13, 14])
  expect(photoVersionsOf(withSelfie(third, 20, { isLive: false }))).toEqual([20, 11, 12, 13])
})

test('only a selfie that was taken live is named to others, wherever it stands', () => {
  const live = withOrder(withSelfie(withOthers, 20, { isLive: true }), [11, 20, 12, 13]) ?? ada
  expect(toPhotos(live).map(({ isLive = false }) => isLive)).toEqual([false, true, false, false])
  const uploaded = withSelfie(live, 30, { isLive: false })
  expect(toPhotos(uploaded).some(({ isLive }) => isLive)).toBe(false)
  expect(toOwnPhotos(uploaded)[0]).toEqual({ id: '30', path: '/api/selfies/7/30', isSelfie: true })
})

test('a deleted photo disappears, an unknown one changes nothing', () => {
  expect(photoVersionsOf(withoutPhoto(withOthers, 12) ?? ada)).toEqual([10, 11, 13])
  expect(withoutPhoto(withOthers, 99)).toBeNull()
  expect(withoutPhoto(ada, 99)).toBeNull()
})
