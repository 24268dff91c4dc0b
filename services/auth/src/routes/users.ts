import { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import type { Serve } from '@zing/kit/http/serve'
import { errorCodes } from '@zing/proto/error-codes'
import { DEVICE_HEADER, SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import { recoverAccount } from '@zing/proto/http/account'
import * as contract from '@zing/proto/http/auth'
import { errorMessages } from '@zing/proto/http/errors'
import { logInWithPasskey as passkeyContract } from '@zing/proto/http/passkeys'
import type { User } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { requireUncommonPassword } from '../domain/common-passwords.ts'
import { getUser } from '../domain/get-user.ts'
import { logIn } from '../domain/log-in.ts'
import { logInWithPasskey } from '../domain/log-in-with-passkey.ts'
import { recoverAccount as recover } from '../domain/recover-account.ts'
import { registerUser } from '../domain/register-user.ts'
import { endSession } from '../domain/sessions.ts'
import { signIn } from '../domain/sign-in.ts'
import { toUser } from '../domain/to-user.ts'
import { updateUser } from '../domain/update-user.ts'
import { isUsernameTaken, usernameKeyOf } from '../domain/usernames.ts'
import type { UserDocument } from '../models/user.ts'
import { holdUpload } from '../photos/hold-upload.ts'
import { browserOf } from './browser-of.ts'
import { nameEndedSessions } from './name-ended-sessions.ts'

interface Exchange {
  req: { get(header: string): string | undefined }
  res: { set(headers: Record<string, string>): unknown }
  /** See `signIn`. */
  isKnown?: boolean
}

/** Registration, login, recovery, logout and the caller's profile. */
export function userRoutes(serve: Serve, ctx: Ctx): void {
  /** Opens a session for the browser of this request; `replaced` is the one whose cookie came with it. */
  async function signInOn(
    { req, res, isKnown }: Exchange,
    user: UserDocument,
    replaced: Partial<Identity>,
  ): Promise<User> {
    const { session, deviceCookie } = await signIn(ctx, user, { replaced, ...browserOf(req), isKnown })
    res.set({ [SESSION_HEADER]: session, [DEVICE_HEADER]: deviceCookie })
    return toUser(user)
  }

  serve(
    contract.registerUser,
    async ({ body, ...replaced }, res, req) => {
      const user = await registerUser(ctx, body)
      return signInOn({ req, res, isKnown: true }, user, replaced)
    },
    { beforeBody: (_identity, req, res) => holdUpload('registration', undefined, req, res) },
  )
  serve(contract.login, async ({ body, ...replaced }, res, req) => {
    const user = await logIn(ctx, body, req.get(DEVICE_HEADER))
    return signInOn({ req, res }, user, replaced)
  })
  serve(passkeyContract, async ({ body, ...replaced }, res, req) => {
    const user = await logInWithPasskey(ctx, body)
    return signInOn({ req, res }, user, replaced)
  })
  serve(recoverAccount, async ({ body, ...replaced }, res, req) => {
    const { user, isKnownDevice, ended } = await recover(ctx, body, browserOf(req))
    nameEndedSessions(res, ended)
    return signInOn({ req, res, isKnown: isKnownDevice }, user, replaced)
  })
  serve(contract.logout, async ({ userId, sid }, res) => {
    await endSession(ctx, { userId, sid }, 'logout')
    res.set(SESSION_HEADER, SESSION_ENDED)
  })
  serve(contract.getUser, async ({ userId }) => toUser(await getUser(ctx, userId)))
  serve(
    contract.updateUser,
    async ({ userId, body, file }) => toUser(await updateUser(ctx, userId, file ? { selfie: file } : body)),
    { beforeBody: (identity, req, res) => holdUpload('profile', identity?.userId, req, res) },
  )
  serve(contract.checkUsername, async ({ query }) => {
    if (await isUsernameTaken(ctx, query.username))
      throw new AppError(409, errorMessages.usernameTaken, { code: errorCodes.usernameTaken })
    return { available: true as const }
  })
  serve(contract.checkPassword, async ({ body: { username, password } }) =>
    requireUncommonPassword(password, usernameKeyOf(username)),
  )
}
