import { registerUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { COMPANIONS } from './bots/personas.ts'
import { demoPlan } from './plan.ts'
import { drawPortrait } from './portrait.ts'
import { demoProfiles } from './profiles.ts'

const people = demoProfiles(60)

test('the same sixty people every time, each with a name of their own that registration takes', () => {
  expect(demoProfiles(60)).toEqual(people)
  expect(new Set(people.map(({ username }) => username)).size).toBe(60)
  for (const person of people)
    expect(registerUser.body?.safeParse({ ...person, password: 'secret1' }).error).toBeUndefined()
})

test('a portrait is a JPEG of 1080 by 1350 pixels', async () => {
  const [first] = people
  if (!first) throw new Error('nobody there')
  expect(await sharp(await drawPortrait(first.look)).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1080,
    height: 1350,
  })
})

test('the demo login meets matches, conversations and admirers; nobody likes themselves', () => {
  const { likes, messages } = demoPlan(60)
  const isLiked = (from: number, to: number) => likes.some((like) => like.from === from && like.to === to)
  expect([1, 2, 3].every((other) => isLiked(0, other) && isLiked(other, 0))).toBe(true)
  expect([4, 5, 6].every((other) => isLiked(other, 0) && !isLiked(0, other))).toBe(true)
  expect(likes.filter(({ from, to }) => from === to)).toEqual([])
  for (const { to, content } of messages) {
    expect(sendMessage.body?.safeParse({ receiverId: to + 1, content }).error).toBeUndefined()
  }
})

test('five bots that registration takes, whose names say what they are', () => {
  expect(COMPANIONS).toHaveLength(5)
  expect(new Set([...COMPANIONS, ...people].map(({ username }) => username)).size).toBe(65)
  for (const bot of COMPANIONS) {
    expect(registerUser.body?.safeParse({ ...bot, password: 'secret1' }).error).toBeUndefined()
    expect(bot.name).toMatch(/^\w+ - demo$/)
  }
})
