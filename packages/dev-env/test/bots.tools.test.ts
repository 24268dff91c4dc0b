import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser, listUsers } from '@zing/proto/http/social'
import { SOCKET_PATH } from '@zing/proto/paths'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { beginDemo } from '../src/demo/add-demo-users.ts'
import { botsSpec } from '../src/demo/bots/bots-spec.ts'
import { BOT_PROFILES } from '../src/demo/bots/personas.ts'
import { INTRODUCTION } from '../src/demo/bots/topics.ts'
import { type ApiClient, registerOrLogIn } from '../src/demo/member.ts'
import { createReaper } from '../src/processes/orphan-reaper.ts'
import { createProcesses, type LaunchedProcess } from '../src/processes/processes.ts'
import { startZing } from './setup-product.ts'

const PASSWORD = 'correct horse'
const DETAILS = { name: 'New', age: 30, gender: 'female', orientation: 'bisexual', password: PASSWORD }

/** Writes the state file of a start with demo users and without bots. */
function writeDemoState(dataDir: string): void {
  const state = { username: 'somebody', password: PASSWORD, isComplete: true, hasBots: false }
  writeFileSync(path.join(dataDir, 'demo.json'), JSON.stringify(state))
}

async function startBots(url: string): Promise<LaunchedProcess> {
  const spec = botsSpec({ gatewayUrl: url, password: PASSWORD, onLine: () => {} })
  const { start } = createProcesses({ reaper: createReaper() })
  const bots = await start({ ...spec, env: { ...spec.env, DEMO_PACE: '0.1' } })
  onTestFinished(() => bots.stop())
  return bots
}

/** Registers a user and records every frame that the user receives. */
async function connectNewUser(url: string) {
  const username = `newcomer.${Date.now()}`
  const member = await registerOrLogIn(url, { ...DETAILS, username })
  const frames: ServerFrame[] = []
  const ws = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, {
    headers: { cookie: member.cookie, origin: url },
  })
  onTestFinished(() => ws.terminate())
  ws.on('message', (data) => void frames.push(JSON.parse(String(data))))
  await once(ws, 'open')
  ws.send(JSON.stringify({ type: 'AUTH', userId: member.user.id }))
  const of = <T extends ServerFrame['type']>(type: T) =>
    frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type)
  await vi.waitFor(() => expect(of('CONNECTED')).toHaveLength(1), WAIT)
  return { member, of }
}

async function sendTo(member: ApiClient, receiverId: number, content: string): Promise<number> {
  return (await member.call(sendMessage, { body: { receiverId, content } })).seq
}

test('a new user gets a match, an opener, receipts, typing and replies from the bots', {
  timeout: 180_000,
}, async () => {
  const { url, dataDir } = await startZing()

  // without accounts the process stays idle: the supervisor would restart it again and again
  const idle = await startBots(url)
  await vi.waitFor(
    () => expect(idle.lastLines()).toEqual(['bots idle: their accounts are gone, as after a reset']),
    WAIT,
  )
  await idle.stop()
  expect(await idle.exited).toEqual({ code: null, signal: 'SIGTERM' })

  writeDemoState(dataDir)
  const demo = { baseUrl: url, dataDir, hasBots: true, log: () => {} }
  expect(await beginDemo(demo), 'the demo login no longer exists, as after a reset').toBeNull()
  await registerOrLogIn(url, { ...DETAILS, username: 'somebody' })
  const begun = await beginDemo(demo)
  expect(begun?.login).toEqual({ username: 'somebody', password: PASSWORD })
  await begun?.addOthers()
  expect(JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')).hasBots).toBe(true)
  await (await beginDemo(demo))?.addOthers() // a second start adds no user

  const bots = await startBots(url)
  const { member, of } = await connectNewUser(url)
  const feed = await member.call(listUsers)
  expect(feed.map(({ name }) => name)).toEqual([...BOT_PROFILES.map(({ name }) => name), DETAILS.name])
  expect(feed.slice(0, -1).map(({ photos }) => photos.length)).toEqual(
    BOT_PROFILES.map(({ pictures }) => pictures.length),
  )
  const id = feed[0]?.id ?? 0

  await member.call(likeUser, { body: { likedId: id } })
  await vi.waitFor(() => expect(of('NEW_MATCH').map(({ match }) => match.id)).toEqual([id]), WAIT)
  await vi.waitFor(() => expect(of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  expect(of('NEW_MESSAGE')[0]?.message).toMatchObject({
    senderId: id,
    seq: 1,
    content: expect.stringContaining(INTRODUCTION),
  })

  const seq = await sendTo(member, id, 'Are you real?')
  await vi.waitFor(() => expect(of('NEW_MESSAGE')).toHaveLength(2), WAIT)
  await vi.waitFor(() => expect(of('TYPING_INDICATOR')).toHaveLength(4), WAIT)
  expect(of('MESSAGE_DELIVERED')).toMatchObject([{ receiverId: id, seq }])
  expect(of('MESSAGES_READ')).toMatchObject([{ readBy: id, upToSeq: seq }])
  expect(of('TYPING_INDICATOR').map(({ senderId, isTyping }) => [senderId, isTyping])).toEqual([
    [id, true],
    [id, false],
    [id, true],
    [id, false],
  ])
  expect(of('NEW_MESSAGE')[1]?.message).toMatchObject({ seq: 3, content: expect.stringContaining('demo bot') })

  // a message that was sent while the bots were stopped gets one reply after the next start
  await bots.stop()
  await sendTo(member, id, 'hello?')
  const next = await startBots(url)
  await vi.waitFor(() => expect(of('NEW_MESSAGE')).toHaveLength(3), WAIT)
  await vi.waitFor(() => expect(of('TYPING_INDICATOR')).toHaveLength(6), WAIT)
  const messages = await member.call(listMessages, { params: { id } })
  expect(messages.map(({ senderId }) => senderId === id)).toEqual([true, false, true, false, true])
  expect([...bots.lastLines(), ...next.lastLines()]).toEqual([])
})
