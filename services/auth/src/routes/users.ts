import type { Identity } from '@zing/kit/http/internal-token'
import type { Serve } from '@zing/kit/http/serve'
import { errors } from '@zing/proto/errors'
import { DEVICE_HEADER, SESSION_ENDED, SESSION_HEADER, SESSION_PENDING_HEADER } from '@zing/proto/headers'
import { recoverAccount } from '@zing/proto/http/account'
import * as contract from '@zing/proto/http/auth'
import { logInWithPasskey as passkeyContract } from '@zing/proto/http/passkeys'
import { checkSetup, setUp as setUpContract } from '@zing/proto/http/staff/setup'
import type { User } from '@zing/proto/profiles/users'
import { getUser } from '../accounts/get-user.ts'
import { registerUser } from '../accounts/register-user.ts'
import { toUser } from '../accounts/to-user.ts'
import { updateUser } from '../accounts/update-user.ts'
import { isUsernameTaken, usernameKeyOf } from '../accounts/usernames.ts'
import { isWaiting } from '../applications/status.ts'
import type { Ctx } from '../context.ts'
import { requireUncommonPassword } from '../credentials/common-passwords.ts'
import { logIn } from '../credentials/log-in.ts'
import { recoverAccount as recover } from '../credentials/recover-account.ts'
import { signIn } from '../credentials/sign-in.ts'
import type { UserDocument } from '../models/user.ts'
import { logInWithPasskey } from '../passkeys/log-in-with-passkey.ts'
import { holdPhoto } from '../photos/hold-photo.ts'
import { endSession } from '../sessions/sessions.ts'
import { requireSetup, setUp } from '../setup/set-up.ts'
import { browserOf } from './browser-of.ts'
import { nameEndedSessions } from './name-ended-sessions.ts'

interface Exchange {
  req: { get(header: string): string | undefined }
  res: { set(headers: Record<string, string>): unknown }
  /** See `signIn`. */
  isKnown?: boolean
  /** See `openSession`. */
  isConfirmed?: boolean
}

/** Registration, login, recovery, logout and the caller's profile. */
export function userRoutes(serve: Serve, ctx: Ctx): void {
  const ownUser = (user: UserDocument) => toUser(user, ctx.settings.current().settings)

  /**
   * Opens a session for the browser of this request. It ends `replaced`, the session whose cookie the request carries.
   */
  async function signInOn(
    { req, res, isKnown, isConfirmed }: Exchange,
    user: UserDocument,
    replaced: Partial<Identity>,
  ): Promise<User> {
    const { session, deviceCookie } = await signIn(ctx, user, { replaced, ...browserOf(req), isKnown, isConfirmed })
    const pending = isWaiting(user) && { [SESSION_PENDING_HEADER]: 'true' }
    res.set({ [SESSION_HEADER]: session, [DEVICE_HEADER]: deviceCookie, ...pending })
    return ownUser(user)
  }

  serve(
    contract.registerUser,
    async ({ body, ...replaced }, res, req) => {
      const user = await registerUser(ctx, body)
      return signInOn({ req, res, isKnown: true, isConfirmed: true }, user, replaced)
    },
    { beforeBody: (_identity, req, res) => holdPhoto.registration(undefined, req, res) },
  )
  serve(checkSetup, ({ body }) => requireSetup(ctx, body.token))
  serve(setUpContract, async ({ body, ...replaced }, res, req) => {
    const user = await setUp(ctx, body)
    return signInOn({ req, res, isKnown: true, isConfirmed: true }, user, replaced)
  })
  serve(contract.login, async ({ body, ...replaced }, res, req) => {
    const user = await logIn(ctx, body, req.get(DEVICE_HEADER))
    return signInOn({ req, res, isConfirmed: true }, user, replaced)
  })
  serve(passkeyContract, async ({ body, ...replaced }, res, req) => {
    const user = await logInWithPasskey(ctx, body)
    return signInOn({ req, res, isConfirmed: true }, user, replaced)
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
  serve(contract.getUser, async ({ userId }) => ownUser(await getUser(ctx, userId)))
  serve(
    contract.updateUser,
    async ({ userId, body, file }) => ownUser(await updateUser(ctx, userId, file ? { selfie: file } : body)),
    { beforeBody: (identity, req, res) => holdPhoto.profile(identity?.userId, req, res) },
  )
  serve(contract.checkUsername, async ({ query }) => {
    if (await isUsernameTaken(ctx, query.username)) throw errors.usernameTaken()
    return { available: true as const }
  })
  serve(contract.checkPassword, async ({ body: { username, password } }) =>
    requireUncommonPassword(ctx, password, usernameKeyOf(username)),
  )
}
