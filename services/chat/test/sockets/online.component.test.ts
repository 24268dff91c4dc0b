import { freePort } from '@zing/dev-env/processes/free-port'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import * as contract from '@zing/proto/http/chat'
import { ONLINE_STALE_MS } from '@zing/proto/limits'
import { matchCreated, matchEnded } from '@zing/proto/nats/events'
import { changeSettings } from '@zing/testing/change-settings'
import { forkService } from '@zing/testing/fork-service'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'

const TIMES = { awayMs: 2_000, checkMs: 250, beatMs: 500, peerLeaseMs: 5_000 }
const {
  env,
  chat,
  secondInstance,
  showing,
  publishEvent,
  newUser,
  newMatch,
  setPair,
  matchEvent,
  connect,
  sendMessage,
  nats,
} = await setupChat({}, TIMES)
type Tab = Awaited<ReturnType<typeof connect>>

/** Creates two users with an open conversation, who both show that they are online. */
async function newOnlineMatch(): Promise<[TestUser, TestUser]> {
  const [ada, ben] = newMatch()
  for (const { userId } of [ada, ben]) showing.add(userId)
  await sendMessage(ada, ben, 'hi')
  return [ada, ben]
}

/** Returns the states that a tab has learned. When the matches are read again, it gets the last one once more. */
function statesOf(tab: Tab, { userId }: TestUser): boolean[] {
  const states = tab.of('PRESENCE').flatMap((frame) => (frame.userId === userId ? [frame.online] : []))
  return states.filter((state, index) => state !== states[index - 1])
}

async function untilStates(tab: Tab, user: TestUser, states: boolean[], within = WAIT): Promise<void> {
  await vi.waitFor(() => expect(statesOf(tab, user)).toEqual(states), within)
}

const LONG = { timeout: ONLINE_STALE_MS + 5_000, interval: 100 }

test.each([
  ['the same process', () => chat],
  ['another process', () => secondInstance],
])(
  'two matches see each other online, on %s, and a moment after one has left no longer',
  { timeout: 40_000, concurrent: true },
  async (_where, place) => {
    const [ada, ben] = await newOnlineMatch()
    const adaTab = await connect(ada)
    const benTab = await connect(ben, place().url)
    await untilStates(adaTab, ben, [true])
    await untilStates(benTab, ada, [true])
    benTab.ws.close()
    await untilStates(adaTab, ben, [true, false], LONG)
  },
)

test('a reload does not flicker, and a second tab learns at once who is online', {
  timeout: 40_000,
  concurrent: true,
}, async () => {
  const [ada, ben] = await newOnlineMatch()
  const adaTab = await connect(ada)
  const first = await connect(ben)
  await untilStates(adaTab, ben, [true])
  first.ws.close()
  const second = await connect(ben, secondInstance.url)
  await untilStates(second, ada, [true])
  const secondTab = await connect(ada)
  await untilStates(secondTab, ben, [true])
  second.ws.close()
  await untilStates(adaTab, ben, [true, false], LONG)
})

test('a user with sockets on two processes is online until both are closed', {
  timeout: 40_000,
}, async () => {
  const [ada, ben] = await newOnlineMatch()
  const adaTab = await connect(ada)
  const tabs = [await connect(ben), await connect(ben, secondInstance.url)]
  await untilStates(adaTab, ben, [true])
  tabs[0]?.ws.close()
  const cleo = newUser('Cleo') // leaves in the same instant and measures the time
  showing.add(cleo.userId)
  setPair(ada, cleo, { matchedAt: new Date().toISOString(), rev: 2 })
  await sendMessage(ada, cleo, 'hi')
  await publishEvent(matchCreated, matchEvent(ada, cleo), { rev: 2 })
  const cleoTab = await connect(cleo)
  await untilStates(adaTab, cleo, [true])
  cleoTab.ws.close()
  await untilStates(adaTab, cleo, [true, false], LONG)
  expect(statesOf(adaTab, ben)).toEqual([true])
})

test('SEC-67 a stranger, a former match and a blocked user learn nothing (10.chat.online)', {
  timeout: 40_000,
}, async () => {
  const [ada, ben] = await newOnlineMatch()
  const [stranger, former] = [newUser('Mallory'), newUser('Finn')]
  for (const { userId } of [stranger, former]) showing.add(userId)
  setPair(ada, former, { matchedAt: new Date().toISOString(), rev: 2 })
  await sendMessage(ada, former, 'hi')
  await publishEvent(matchEnded, { userIds: [ada.userId, former.userId] }, { rev: 3 })
  setPair(ada, former, { matchedAt: null, rev: 3 })
  await vi.waitFor(async () => expect((await sendMessage(former, ada, 'x')).status).toBe(403), WAIT)

  const [strangerTab, formerTab, benTab] = [await connect(stranger), await connect(former), await connect(ben)]
  const adaTab = await connect(ada)
  await untilStates(benTab, ada, [true])
  await untilStates(adaTab, ben, [true])
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  await vi.waitFor(() => expect(benTab.of('USER_BLOCKED')).toHaveLength(1), WAIT)
  adaTab.ws.close()
  const [dana, eve] = await newOnlineMatch() // measures the time
  const danaTab = await connect(dana)
  const eveTab = await connect(eve)
  await untilStates(danaTab, eve, [true])
  eveTab.ws.close()
  await untilStates(danaTab, eve, [true, false], LONG)
  expect(statesOf(benTab, ada)).toEqual([true]) // from the time before the block
  expect([...strangerTab.of('PRESENCE'), ...formerTab.of('PRESENCE')]).toEqual([])
  expect(statesOf(adaTab, former)).toEqual([])
})

test('a user who hides is not shown, and a user who shows again is shown within 30 s', {
  timeout: 50_000,
  concurrent: true,
}, async () => {
  const [ada, ben] = await newOnlineMatch()
  showing.delete(ben.userId)
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  await untilStates(benTab, ada, [true])
  expect(statesOf(adaTab, ben)).toEqual([])
  showing.add(ben.userId)
  showing.delete(ada.userId)
  await untilStates(adaTab, ben, [true], LONG)
  await untilStates(benTab, ada, [true, false], LONG)
})

test('a new match learns at once who of the two is online, an ended match no more', {
  concurrent: true,
}, async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  for (const { userId } of [ada, ben]) showing.add(userId)
  const [adaTab, benTab] = [await connect(ada), await connect(ben, secondInstance.url)]
  await publishEvent(matchCreated, matchEvent(ada, ben), { rev: 2 })
  await untilStates(adaTab, ben, [true])
  await untilStates(benTab, ada, [true])
})

test('users of a killed or paused process disappear; once it goes on, both sides see again', {
  timeout: 90_000,
}, async () => {
  const [ada, ben] = await newOnlineMatch()
  const cleo = newUser('Cleo')
  showing.add(cleo.userId)
  setPair(ada, cleo, { matchedAt: new Date().toISOString(), rev: 2 })
  await sendMessage(ada, cleo, 'hi')
  await publishEvent(matchCreated, matchEvent(ada, cleo), { rev: 2 })
  const [killed, stopped] = [await fork(), await fork()]
  const adaTab = await connect(ada)
  const benTab = await vi.waitFor(() => connect(ben, killed.url), WAIT)
  const cleoTab = await vi.waitFor(() => connect(cleo, stopped.url), WAIT)
  await untilStates(adaTab, ben, [true])
  await untilStates(adaTab, cleo, [true])
  await untilStates(cleoTab, ada, [true])

  const stopwatch = startStopwatch()
  stopped.signal('SIGSTOP')
  await killed.kill()
  await vi.waitFor(() => expect(benTab.code()).not.toBeNull(), WAIT)
  await untilStates(adaTab, ben, [true, false], LONG)
  await untilStates(adaTab, cleo, [true, false], LONG)
  expect(stopwatch.elapsedMs()).toBeLessThan(ONLINE_STALE_MS)

  stopped.signal('SIGCONT')
  await untilStates(adaTab, cleo, [true, false, true])
  adaTab.ws.close()
  await untilStates(cleoTab, ada, [true, false], LONG)
  await connect(ada)
  await untilStates(cleoTab, ada, [true, false, true])
})

async function fork() {
  const port = await freePort()
  const service = forkService(new URL('../quick-main.ts', import.meta.url), {
    ...env,
    PORT: port,
    TEST_TIMES: JSON.stringify(TIMES),
  })
  return { ...service, url: `http://127.0.0.1:${port}` }
}

test('while the community has presence off, nobody is shown online, and again afterwards (10.community.features)', async () => {
  const [ada, ben] = await newOnlineMatch()
  const adaTab = await connect(ada)
  await connect(ben, secondInstance.url)
  await untilStates(adaTab, ben, [true])
  await changeSettings(nats, { features: { ...DEFAULT_SETTINGS.features, presence: false } })
  await untilStates(adaTab, ben, [true, false])
  const second = await connect(ada)
  await connect(ben)
  await changeSettings(nats, {})
  await untilStates(adaTab, ben, [true, false, true])
  expect(statesOf(second, ben)).toEqual([true])
}, 40_000)
