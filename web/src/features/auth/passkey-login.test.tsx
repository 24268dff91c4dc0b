import { screen, waitFor } from '@testing-library/react'
import type { PasskeyRequestOptions } from '@zing/proto/accounts/passkeys'
import { getUser } from '@zing/proto/http/auth'
import { createLoginOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import { createAppeal } from '@zing/proto/http/reports'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { ENCODED, openByIpAddress, SIGNED, stubPasskeys } from '../../test/passkeys.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

const ID = 'A'.repeat(22)
const OPTIONS: PasskeyRequestOptions = {
  rpId: 'localhost',
  challenge: ENCODED,
  timeout: 300_000,
  allowCredentials: [],
  userVerification: 'required',
}

function anonymousApi() {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(createLoginOptions, { id: ID, options: OPTIONS })
  return api
}

async function open() {
  const view = renderAt('/auth')
  return { ...view, button: await screen.findByRole('button', { name: 'Use a passkey instead' }) }
}

test('a passkey signs in once, without user name and password', async () => {
  const { get } = stubPasskeys()
  const api = anonymousApi()
  api.respond(logInWithPasskey, ada)
  const { button, path } = await open()
  tapTwice(button)
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(get).toHaveBeenCalledOnce()
  expect(api.calls(logInWithPasskey)).toMatchObject([{ id: ID, passkey: SIGNED }])
  expect(shownToast.get()).toMatchObject({ title: 'Login successful', text: 'Welcome back, Ada!' })
})

test('a user who leaves the dialog of the browser stays on the screen, without a complaint', async () => {
  const authenticator = stubPasskeys()
  const api = anonymousApi()
  authenticator.fail('NotAllowedError')
  const { user, button, path } = await open()
  await user.click(button)
  await waitFor(() => expect(authenticator.get).toHaveBeenCalledOnce())
  await waitFor(() => expect(button).toBeEnabled())
  expect([path(), shownToast.get(), api.calls(logInWithPasskey)]).toEqual(['/auth', null, []])
})

test.each([
  ['the server does not know', () => {}, "That passkey didn't work."],
  [
    'the browser cannot use',
    ({ fail }: ReturnType<typeof stubPasskeys>) => fail('SecurityError'),
    "Your browser couldn't use a passkey.",
  ],
])('a passkey that %s is refused by a toast', async (_what, prepare, text) => {
  prepare(stubPasskeys())
  anonymousApi().reject(logInWithPasskey, 401, "That passkey didn't work.")
  const { user, button, path } = await open()
  await user.click(button)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Login failed', text, variant: 'destructive' }))
  expect(path()).toBe('/auth')
})

test('a suspended user reads why, and appeals, after a login with a passkey too', async () => {
  stubPasskeys()
  const api = anonymousApi()
  const token = 't'.repeat(43)
  const suspension = {
    reason: 'harassment',
    text: 'Please stop',
    until: null,
    appealToken: token,
    dataToken: 'data.token.signed',
    appeal: null,
  } as const
  api.reject(logInWithPasskey, 403, { message: 'Your account has been closed', code: 'SUSPENDED', suspension })
  api.respond(createAppeal, { id: 1 })
  const { user, button } = await open()
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Your account has been closed' })).toHaveFocus()
  expect(shownToast.get()).toBeNull()
  await user.type(screen.getByLabelText('Why is the decision wrong?'), 'It was a joke')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText(/We have your appeal/)).toBeInTheDocument()
  expect(api.calls(createAppeal)).toEqual([{ token, text: 'It was a joke' }])
})

test('a browser without passkeys does not offer them', async () => {
  anonymousApi()
  renderAt('/auth')
  await screen.findByRole('button', { name: 'Log In' })
  expect(screen.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull()
})

test('at an IP address the login says why passkeys do not work (10.account.passkeys-address)', async () => {
  const { get } = stubPasskeys()
  openByIpAddress()
  const api = anonymousApi()
  const { user, button } = await open()
  await user.click(button)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Passkeys don't work here" }))
  expect(shownToast.get()?.text).toMatch(/its IP address, 192\.168\.1\.7\.$/)
  expect([get.mock.calls, api.calls(createLoginOptions)]).toEqual([[], []])
})
