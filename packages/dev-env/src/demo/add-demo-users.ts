import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { z } from 'zod'
import { addDemoUser } from './add-demo-user.ts'
import { addBots } from './bots/add-bots.ts'
import { type ApiClient, CallError, logIn } from './member.ts'
import { demoPlan } from './plan.ts'
import { type DemoProfile, demoProfiles } from './profiles.ts'

const DEMO_USERS = 60
const MAX_CONCURRENT = 4

const State = z.object({
  username: z.string(),
  password: z.string(),
  isComplete: z.boolean(),
  hasBots: z.boolean(),
})
type State = z.infer<typeof State>

export interface DemoOptions {
  /** URL of the gateway: demo users are added through the public API. */
  baseUrl: string
  /** Holds `demo.json`, the record of the added users. */
  dataDir: string
  hasBots: boolean
  log: (line: string) => void
}

/**
 * Adds the demo users once per data folder, and continues after an interrupted start. Returns the demo login. Returns null
 * after a reset: the demo users are not added again.
 */
export async function addDemoUsers({
  baseUrl,
  dataDir,
  hasBots,
  log,
}: DemoOptions): Promise<{ username: string; password: string } | null> {
  const file = path.join(dataDir, 'demo.json')
  const profiles = demoProfiles(DEMO_USERS)
  let state: State = (await readState(file)) ?? {
    username: profiles[0]?.username ?? '',
    password: randomBytes(9).toString('base64url'),
    isComplete: false,
    hasBots: false,
  }
  const { username, password } = state

  if (state.isComplete && !(await canLogIn(baseUrl, { username, password }))) {
    log(`The demo users no longer exist, as after a reset; delete ${file} to add them again`)
    return null
  }
  if (!state.isComplete) {
    await writeState(file, state)
    log(`Adding ${DEMO_USERS} demo users (once per data folder)`)
    await addUsers(baseUrl, profiles, password)
    state = { ...state, isComplete: true }
    await writeState(file, state)
  }
  if (hasBots && !state.hasBots) {
    await addBots(baseUrl, password)
    await writeState(file, { ...state, hasBots: true })
  }
  return { username, password }
}

async function canLogIn(baseUrl: string, login: { username: string; password: string }): Promise<boolean> {
  try {
    await logIn(baseUrl, login)
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return false
    throw error
  }
}

async function addUsers(baseUrl: string, profiles: DemoProfile[], password: string): Promise<void> {
  const members: ApiClient[] = []
  for (let first = 0; first < profiles.length; first += MAX_CONCURRENT) {
    const group = profiles.slice(first, first + MAX_CONCURRENT)
    members.push(...(await Promise.all(group.map((profile) => addDemoUser(baseUrl, profile, password)))))
  }
  await addActivity(members)
}

/** Adds likes and conversations; a user who replies has read the earlier messages. */
export async function addActivity(members: Pick<ApiClient, 'user' | 'call'>[]): Promise<void> {
  const { likes, messages } = demoPlan(members.length)
  const member = (index: number) => {
    const found = members[index]
    if (!found) throw new Error(`no demo user at index ${index}`)
    return found
  }
  for (const { from, to } of likes) await member(from).call(likeUser, { body: { likedId: member(to).user.id } })
  for (const { from, to, content } of messages) {
    await member(from).call(readMessages, { params: { id: member(to).user.id } })
    const body = { receiverId: member(to).user.id, content, clientMessageId: randomUUID() }
    await member(from).call(sendMessage, { body })
  }
}

async function readState(file: string): Promise<State | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const state = State.safeParse(parseJson(text))
  if (!state.success) throw new Error(`${file} cannot be read. Remove it to add the demo users again.`)
  return state.data
}

async function writeState(file: string, state: State): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
