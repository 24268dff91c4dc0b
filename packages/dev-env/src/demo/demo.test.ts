import type { AnyEndpoint } from '@zing/proto/endpoint'
import { registerUser } from '@zing/proto/http/auth'
import { readMessages, sendMessage } from '@zing/proto/http/chat'
import type { User } from '@zing/proto/profiles/users'
import { expect, test } from 'vitest'
import { addActivity } from './add-demo-users.ts'
import { BOT_PROFILES } from './bots/personas.ts'
import { demoPlan } from './plan.ts'
import { demoProfiles } from './profiles.ts'

const profiles = demoProfiles()
const isValidRegistration = ({ username, name, age, gender, orientation, place }: (typeof profiles)[number]) =>
  registerUser.body?.safeParse({ username, name, age, gender, orientation, password: 'secret1', ...place }).success

test('the sixty demo users are unique and valid for registration', () => {
  expect(new Set(profiles.map(({ username }) => username)).size).toBe(60)
  expect(new Set(profiles.map(({ name }) => name.split(' ')[0])).size).toBe(60)
  expect(profiles.filter((profile) => !isValidRegistration(profile))).toEqual([])
})

test('the demo login has matches, conversations and admirers, and no demo user likes itself', () => {
  const { likes, messages } = demoPlan(60)
  const isLiked = (from: number, to: number) => likes.some((like) => like.from === from && like.to === to)
  expect([1, 2, 3].every((other) => isLiked(0, other) && isLiked(other, 0))).toBe(true)
  expect([4, 5, 6].every((other) => isLiked(other, 0) && !isLiked(0, other))).toBe(true)
  expect(likes.filter(({ from, to }) => from === to)).toEqual([])
  for (const { to, content } of messages) {
    expect(sendMessage.body?.safeParse({ receiverId: to + 1, content }).error).toBeUndefined()
  }
})

test('in the demo history a user who replies has read the earlier messages', async () => {
  const calls: [number, string, { body: { receiverId: number } }][] = []
  const members = profiles.map((_, index) => ({
    user: { id: index + 1 } as User, // the history needs no more of a user
    call: async ({ path }: AnyEndpoint, input: never) => void calls.push([index + 1, path, input]),
  }))
  await addActivity(members as Parameters<typeof addActivity>[0]) // no response is looked at
  const written = calls.findIndex(([, path]) => path === sendMessage.path)
  for (const [at, [from, path, input]] of calls.entries()) {
    if (path !== sendMessage.path) continue
    expect(calls[at - 1]).toEqual([from, readMessages.path, { params: { id: input.body.receiverId } }])
  }
  expect(written).toBeGreaterThan(0)
})

test('the five bots are valid for registration, and their names end in "- demo"', () => {
  expect(BOT_PROFILES).toHaveLength(5)
  expect(new Set([...BOT_PROFILES, ...profiles].map(({ username }) => username)).size).toBe(65)
  expect(BOT_PROFILES.filter((bot) => !isValidRegistration(bot))).toEqual([])
  for (const { name } of BOT_PROFILES) expect(name).toMatch(/^\w+ - demo$/)
})
