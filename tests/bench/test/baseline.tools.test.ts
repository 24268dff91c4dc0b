import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Baseline, startBaseline } from '../src/baseline.ts'
import { insertFeedUsers, insertViewerLikes, positionOf } from '../src/feed-users.ts'
import { openChat } from '../src/load/chat.ts'
import { baselineTarget, sendingByPost } from '../src/load/target.ts'
import { insertConversations } from '../src/users.ts'

const ana = { id: 1, username: 'ana', sid: 'a', cookie: '' }
const ben = { id: 2, username: 'ben', sid: 'b', cookie: '' }
const cleo = { id: 3, username: 'cleo', sid: 'c', cookie: '' }
const processes = createProcesses({ reaper: createReaper() })
const urls = { baselineUrl: testDatabase(), socialUrl: testDatabase() }
let baseline: Baseline
let db: mongoose.Connection

beforeAll(async () => {
  db = await mongoose.createConnection(urls.baselineUrl).asPromise()
  const social = await mongoose.createConnection(urls.socialUrl).asPromise()
  await insertConversations(db, [ana, ben])
  await insertFeedUsers(social, 0, 120)
  await insertViewerLikes(social, ana)
  await social.close()
  baseline = await startBaseline(processes, urls)
})
afterAll(async () => {
  await db.close()
  await processes.stopAll()
})

describe('the baseline', () => {
  test('pushes a message to its receiver and stores it', async () => {
    const chat = await openChat(baselineTarget(baseline), [ana, ben])
    const shown = chat.shown('hello')
    await chat.send(ana, ben, 'hello')
    expect(await shown).toBeLessThan(20_000)
    chat.close()

    const stored = { seq: 1, pending: [], last: { content: 'hello' }, received: { lo: 0, hi: 1 } }
    await expect.poll(() => db.collection('conversations').findOne(), WAIT).toMatchObject(stored)
    const [message] = await db.collection('messages').find().toArray()
    expect(message).toMatchObject({ conv: '1:2', seq: 1, senderId: 1, content: 'hello' })
  })

  test.each([
    ['over the socket', baselineTarget],
    ['by POST', (one: Baseline) => sendingByPost(baselineTarget(one))],
  ])('rejects messages between users without a match %s', async (_way, serverOf) => {
    const chat = await openChat(serverOf(baseline), [ana])
    await expect(chat.send(ana, cleo, 'hello')).rejects.toMatchObject({ status: 403 })
    chat.close()
  })

  test('pushes a posted message', async () => {
    const chat = await openChat(sendingByPost(baselineTarget(baseline)), [ana, ben])
    const shown = chat.shown('posted')
    await chat.send(ben, ana, 'posted')
    expect(await shown).toBeLessThan(20_000)
    chat.close()
  })

  test('serves the same feed page as the product', async () => {
    const response = await fetch(`${baseline.url}/users?viewer=1&limit=50`)
    const profiles = (await response.json()) as { id: number; likeCount: number; hasLiked: boolean; isMatch: boolean }[] // shape of baseline/feed.ts
    expect(profiles).toHaveLength(50)
    expect(profiles.at(0)).toMatchObject({ id: positionOf(0).id, hasLiked: true, isMatch: false, likeCount: 1 })
    expect(profiles.at(1)).toMatchObject({ hasLiked: false, likeCount: 1 }) // the neighbour's like
    expect(profiles.at(20)).toMatchObject({ hasLiked: true, isMatch: true })

    const { createdAt, id } = positionOf(49)
    const next = await fetch(`${baseline.url}/users?viewer=1&limit=50&at=${createdAt.getTime()}&id=${id}`)
    expect(await next.json()).toMatchObject([{ id: positionOf(50).id }, ...Array(49).fill({})])
  })
})
