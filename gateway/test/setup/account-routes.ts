import type { Serve } from '@zing/kit/http/serve'
import { errors } from '@zing/proto/errors'
import {
  DEVICE_HEADER,
  ENDED_SESSIONS_HEADER,
  SESSION_ENDED,
  SESSION_HEADER,
  SESSION_PENDING_HEADER,
} from '@zing/proto/headers'
import { changePassword, deleteAccount, endOtherSessions, recoverAccount } from '@zing/proto/http/account'
import * as auth from '@zing/proto/http/auth'
import { createLoginOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import { NO_STORY } from '@zing/proto/profiles/story'
import type { User } from '@zing/proto/profiles/users'
import type { Request, Response } from 'express'
import { tokenOf } from './session-tokens.ts'

export interface Received {
  path: string
  headers: Record<string, unknown>
  caller?: object
  connection?: unknown
}

interface SignIns {
  received: Received[]
  openSession(sid: string): void
}

export function serveSignIns(serve: Serve, { received, openSession }: SignIns): void {
  function signIn(res: Response, sid: string): User {
    openSession(sid)
    res.set({ [SESSION_HEADER]: tokenOf(7, sid), [DEVICE_HEADER]: 'signed.device.cookie' })
    return userOf(7)
  }

  serve(auth.registerUser, ({ body }, res) => {
    if (body.username === 'taken') throw errors.usernameTaken()
    res.set(SESSION_HEADER, tokenOf(7, 'registered'))
    return { ...userOf(7), name: `${String(body.selfie ?? '').length}` }
  })
  serve(auth.login, ({ body, userId, sid }, res, req) => {
    note(received, req, { userId, sid })
    if (body.password !== 'correct horse') throw errors.wrongCredentials()
    if (body.username === 'pending') res.set(SESSION_PENDING_HEADER, 'true')
    return signIn(res, 'fresh')
  })
  serve(recoverAccount, ({ body, userId, sid }, res, req) => {
    note(received, req, { userId, sid })
    if (body.code !== '7K3MQ2ZD04TR91WC') throw errors.wrongRecoveryCode()
    return signIn(res, 'recovered')
  })
  serve(createLoginOptions, () => {
    const options = { rpId: 'localhost', challenge: 'x', timeout: 1, allowCredentials: [] }
    return { id: 'A'.repeat(22), options: { ...options, userVerification: 'required' as const } }
  })
  serve(logInWithPasskey, ({ body, userId, sid }, res, req) => {
    note(received, req, { userId, sid })
    if (body.passkey.id !== 'known') throw errors.wrongPasskey()
    return signIn(res, 'with-passkey')
  })
  serve(auth.checkUsername, () => ({ available: true as const }))
}

export function serveAccount(serve: Serve, received: Received[]): void {
  serve(auth.logout, (_input, res) => void res.set(SESSION_HEADER, SESSION_ENDED))
  serve(changePassword, ({ body }, res, req) => {
    if (body.currentPassword !== 'correct horse') throw errors.wrongPassword()
    note(received, req)
    res.set(DEVICE_HEADER, 'renewed.device.cookie')
  })
  serve(endOtherSessions, (_input, res, req) => {
    note(received, req)
    res.set({ [DEVICE_HEADER]: 'renewed.device.cookie', [ENDED_SESSIONS_HEADER]: 'elsewhere,unknown' })
  })
  serve(deleteAccount, () => {
    throw errors.confirmNeeded()
  })
}

export function note(received: Received[], { path, headers, socket: connection }: Request, caller?: object): void {
  received.push({ path, headers, connection, ...(caller && { caller }) })
}

export function userOf(id: number): User {
  const fields = {
    age: 30,
    gender: 'other',
    orientation: 'other',
    selfie: null,
    hidden: false,

    ...NO_STORY,
  }
  return { id, name: `User ${id}`, username: `user${id}`, createdAt: new Date(0).toISOString(), ...fields }
}
