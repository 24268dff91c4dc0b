import { randomInt } from 'node:crypto'
import { publishSettings } from '@zing/kit/nats/settings'
import { createLog } from '@zing/kit/observability/logger'
import { DEFAULT_PUBLISHED, DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'
import { CLIENT_ADDRESS_HEADER } from '@zing/proto/headers'
import { registerUser } from '@zing/proto/http/auth'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { expect, vi } from 'vitest'
import type { Times } from '../../src/times.ts'
import { newDetails, setupAuth } from '../setup-auth.ts'

type Changes = Partial<Omit<Settings, 'registration'>> & { registration?: Partial<Settings['registration']> }
type Auth = Awaited<ReturnType<typeof setupAuth>>

/** Starts processes of auth on one database, which follow the settings that `publish` gives them. */
export async function setupDoor(processes = 1, overrides: Record<string, unknown> = {}, times: Times = {}) {
  const inForce: number[] = []
  const logOf = (process: number) =>
    createLog('auth', 'info', {
      write(line: string) {
        const { msg, version } = JSON.parse(line) as { msg: string; version: number } // written by pino
        if (msg === 'settings changed') inForce[process] = version
      },
    })
  const auth = await setupAuth(overrides, { log: logOf(0), times })
  const others: Auth[] = []
  for (let process = 1; process < processes; process++)
    others.push(await setupAuth(auth.env, { log: logOf(process), times }))
  const all = [auth, ...others]
  let version = 0

  /** Publishes the default settings with these changes, and waits until every process follows them. */
  async function publish({ registration, ...changes }: Changes = {}): Promise<void> {
    version += 1
    const merged = { ...DEFAULT_SETTINGS.registration, ...registration }
    const settings = { ...DEFAULT_SETTINGS, ...changes, registration: merged }
    await publishSettings(await auth.nats.connection, { ...DEFAULT_PUBLISHED, version, settings })
    await vi.waitFor(() => expect(inForce).toEqual(all.map(() => version)), WAIT)
  }
  await publish()

  /** Registers from an address of its own, on one of the processes; again while it is busy. */
  function register(more: Record<string, unknown> = {}, process = 0) {
    const { anonymous } = all[process % all.length] ?? auth
    const headers = { [CLIENT_ADDRESS_HEADER]: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }
    return untilAccepted(() => anonymous.call(registerUser, { body: newDetails(more), headers }))
  }

  /** Registers many at once, in turn on the processes. Returns the statuses, in order. */
  async function registerAtOnce(count: number, more: Record<string, unknown> = {}): Promise<number[]> {
    const responses = await Promise.all(Array.from({ length: count }, (_, i) => register(more, i)))
    return responses.map(({ status }) => status).toSorted()
  }

  return { ...auth, all, publish, register, registerAtOnce }
}
