import * as contract from '@zing/proto/http/auth'
import { userUpdated } from '@zing/proto/nats/events'
import { getProfilePage, getReplicatedProfile, PROFILES_PER_PAGE } from '@zing/proto/nats/rpc/auth'
import { NO_STORY } from '@zing/proto/profiles/story'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { photo } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const { nats, db, events, newUser } = await setupAuth()
const users = db.collection<{ _id: number; usernameKey?: string }>('users')

const story = {
  bio: 'Climber; tea > coffee.\n\nAsk me about my cat 🐈',
  prompts: [
    { promptId: 'ask-me', answer: 'The cat.' },
    { promptId: 'first-date', answer: 'A walk, then cake' },
  ],
  interests: ['climbing', 'cats', 'tea'],
  lookingFor: 'relationship' as const,
}

test('a new account has no story', async () => {
  expect((await newUser()).user).toMatchObject(NO_STORY)
})

test('a story is stored as written, and published once with the next rev', async () => {
  const ada = await newUser()
  const changed = await ada.call(contract.updateUser, { body: story })
  expect([changed.status, changed.body]).toEqual([200, { ...ada.user, ...story }])
  expect((await ada.call(contract.getUser)).body).toEqual({ ...ada.user, ...story })
  const updates = () => events.of(userUpdated).filter(({ profile }) => profile.id === ada.user.id)
  await vi.waitFor(() => expect(updates()).toMatchObject([{ rev: 2, profile: { photos: [], ...story } }]), WAIT)
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toMatchObject({ profile: story })
})

test('null clears a part of the story, and the other parts stay (10.story.clear)', async () => {
  const ada = await newUser()
  await ada.call(contract.updateUser, { body: story })
  const without = await ada.call(contract.updateUser, { body: { bio: null, interests: null } })
  expect(without.body).toEqual({ ...ada.user, ...story, bio: null, interests: [] })
  const cleared = await ada.call(contract.updateUser, { body: { prompts: null, lookingFor: null } })
  expect(cleared.body).toEqual(ada.user)
  await ada.call(contract.updateUser, { body: { age: 44 } })
  expect((await ada.call(contract.getUser)).body).toEqual({ ...ada.user, age: 44 })
})

test('the story and a new selfie of one request are stored together', async () => {
  const ada = await newUser()
  const { body } = await ada.call(contract.updateUser, { body: { ...story, selfie: await photo() } })
  expect(body).toMatchObject({ ...story, photos: [{ path: body.selfie }] })
})

test.each([
  [{ bio: '' }, 'Please write something'],
  [{ bio: '🦊'.repeat(501) }, 'Your bio cannot exceed 500 characters'],
  [{ bio: 'a\u202eb' }, 'This text contains invalid characters'],
  [{ prompts: [{ promptId: 'my-own', answer: 'Hello' }] }, 'Invalid prompt'],
  [{ prompts: [{ promptId: 'ask-me', answer: 'x'.repeat(161) }] }, 'Your answer cannot exceed 160 characters'],
  [{ prompts: [...story.prompts, ...story.prompts] }, 'Please choose at most 3 prompts'],
  [{ prompts: [story.prompts[0], story.prompts[0]] }, 'Please choose different prompts'],
  [{ interests: ['skydiving-naked'] }, 'Invalid interest'],
  [{ interests: ['__proto__'] }, 'Invalid interest'],
  [{ interests: ['tea', 'tea'] }, 'Please choose different interests'],
  [
    { interests: ['tea', 'cats', 'dogs', 'yoga', 'gym', 'jazz', 'wine', 'sushi', 'vegan'] },
    'Please choose at most 8 interests',
  ],
  [{ lookingFor: 'everything' }, 'Please choose what you are looking for'],
])('the story %j is rejected with its message and changes nothing', async (invalid, message) => {
  const ada = await newUser()
  const response = await ada.call(contract.updateUser, { body: { ...story, ...invalid } })
  expect([response.status, response.body]).toEqual([400, { message, code: expect.any(String) }])
  expect((await ada.call(contract.getUser)).body).toEqual(ada.user)
})

test.each([
  [{ bio: 'more at example.org' }, 'Please leave out links', 'example.org'],
  [{ bio: 'I like tea.Me too' }, 'Please leave out links', 'tea.Me'],
  [{ bio: 'See evil\u200b.com' }, 'Please leave out links', 'evil.com'],
  [{ bio: 'See evil\u3002com' }, 'Please leave out links', 'evil.com'],
  [{ prompts: [{ promptId: 'ask-me', answer: 'evil\u2024com' }] }, 'Please leave out links', 'evil.com'],
  [{ gender: 'see www.x' }, 'Invalid gender', 'www.x'],
  [{ orientation: 'evil\uff0ecom' }, 'Invalid orientation', 'evil.com'],
])('SEC-150 the words %j are refused, and the link in them named', async (invalid, message, word) => {
  const ada = await newUser()
  const response = await ada.call(contract.updateUser, { body: { ...story, ...invalid } })
  expect([response.status, response.body]).toMatchObject([400, { message, code: 'HAS_LINK', word }])
  expect((await ada.call(contract.getUser)).body).toEqual(ada.user)
})

test('a sentence that begins without a space is no link', async () => {
  const ada = await newUser()
  const words = { bio: 'I like tea.Really', prompts: [{ promptId: 'ask-me', answer: 'Awww.Sweet' }] }
  expect((await ada.call(contract.updateUser, { body: words })).body).toEqual({ ...ada.user, ...words })
})

test.each(['bio', 'prompts', 'interests', 'lookingFor'])('SEC-30 an operator as %s is rejected', async (field) => {
  const ada = await newUser()
  for (const value of [{ $ne: null }, { $set: { age: 18 } }, [{ $gt: '' }], true, 7]) {
    expect((await ada.call(contract.updateUser, { body: { [field]: value } })).status).toBe(400)
  }
})

test('a page of the longest profiles fits into a message of NATS', async () => {
  const ada = await newUser()
  await ada.call(contract.updateUser, {
    body: {
      name: 'Ж'.repeat(50),
      bio: '🦊'.repeat(500),
      prompts: ['perfect-sunday', 'never-tired-of', 'unpopular-opinion'].map((promptId) => ({
        promptId,
        answer: '🦊'.repeat(160),
      })),
      interests: ['classical-music', 'table-tennis', 'martial-arts', 'horse-riding'],
    },
  })
  const stored = await users.findOne({ _id: ada.user.id })
  const photos = Array.from({ length: 5 }, (_, i) => ({ version: 2 ** 40 + i, digest: 'x'.repeat(43) }))
  const longest = Array.from({ length: PROFILES_PER_PAGE }, (_, i) => {
    return { ...stored, photos, selfieVersion: 2 ** 40, _id: 2 ** 40 + i, usernameKey: `longest${i}`, outbox: [] }
  })
  await users.insertMany(longest)
  const page = await request(nats, getProfilePage, { after: String(2 ** 40 - 1) })
  expect(page.items).toHaveLength(PROFILES_PER_PAGE)
  expect(page.items.at(-1)?.profile.photos).toHaveLength(6)
  expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(768 * 1024)
})
