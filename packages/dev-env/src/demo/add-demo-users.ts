import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { z } from 'zod'
import { addDemoUser, addPictures } from './add-demo-user.ts'
import { addBots } from './bots/add-bots.ts'
import { stableUuid } from './bots/stable-hash.ts'
import { type ApiClient, CallError, logIn } from './member.ts'
import { demoPlan } from './plan.ts'
import { demoProfiles } from './profiles.ts'

const MAX_CONCURRENT = 3

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

export interface Demo {
  login: { username: string; password: string }
  /** Adds the other demo users and all pictures: the product is ready before. */
  addOthers(): Promise<void>
}

/**
 * Adds the bots and the demo login, once per data folder; `addOthers` continues, also after an interrupted start. The feed
 * shows the newest users first, so the bots come last. Returns null after a reset: the demo users are not added again.
 */
export async function beginDemo({ baseUrl, dataDir, hasBots, log }: DemoOptions): Promise<Demo | null> {
  const file = path.join(dataDir, 'demo.json')
  const [first, ...others] = demoProfiles()
  if (!first) throw new Error('there are no demo users')
  const state: State = (await readState(file)) ?? {
    username: first.username,
    password: randomBytes(9).toString('base64url'),
    isComplete: false,
    hasBots: false,
  }
  const { username, password, isComplete } = state
  const login = { username, password }
  if (isComplete && !(await canLogIn(baseUrl, login))) {
    log(`The demo users are gone, as after a reset. Delete ${file} to add them again.`)
    return null
  }

  const needsBots = hasBots && !(isComplete && state.hasBots)
  await writeState(file, state)
  const bots = needsBots ? await addBots(baseUrl, password) : []
  const people = isComplete ? [] : [await addDemoUser(baseUrl, first, password)]
  return {
    login,
    async addOthers() {
      if (!isComplete) {
        log(`Adding ${others.length + 1} demo users and their pictures (once per data folder)`)
        const added = await inGroups(others, (profile) => addDemoUser(baseUrl, profile, password))
        people.push(...added)
        await addActivity(people.map(({ member }) => member))
      }
      await inGroups([...people.toReversed(), ...bots.toReversed()], addPictures)
      await writeState(file, { ...state, isComplete: true, hasBots: needsBots || state.hasBots })
      if (!isComplete) log('All demo users and their pictures are there')
    },
  }
}

/** Works on some at a time, in order. */
async function inGroups<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let first = 0; first < list.length; first += MAX_CONCURRENT) {
    done.push(...(await Promise.all(list.slice(first, first + MAX_CONCURRENT).map(work))))
  }
  return done
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

/** Adds likes and conversations, once if repeated; a user who replies has read the earlier messages. */
export async function addActivity(members: Pick<ApiClient, 'user' | 'call'>[]): Promise<void> {
  const { likes, messages } = demoPlan(members.length)
  const member = (index: number) => {
    const found = members[index]
    if (!found) throw new Error(`no demo user at index ${index}`)
    return found
  }
  for (const { from, to } of likes) await member(from).call(likeUser, { body: { likedId: member(to).user.id } })
  for (const [index, { from, to, content }] of messages.entries()) {
    await member(from).call(readMessages, { params: { id: member(to).user.id } })
    const body = { receiverId: member(to).user.id, content, clientMessageId: stableUuid(`demo:${index}`) }
    await member(from).call(sendMessage, { body })
  }
}

async function readState(file: string): Promise<State | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const state = State.safeParse(parseJson(text))
  if (!state.success) throw new Error(`${file} can't be read. Remove it to add the demo users again.`)
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
