import { screen, waitFor } from '@testing-library/react'
import { checkPassword, checkUsername, getUser, registerUser } from '@zing/proto/http/auth'
import { getRegistration } from '@zing/proto/http/door'
import { expect, test, vi } from 'vitest'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { stubCamera } from '../../../test/camera.ts'
import { ada, renderAt, setupApi } from '../../../test/render-at.tsx'

const NEEDED = { mode: 'open', needsInvitation: false, challenge: 'aGFyZA==' } as const
const SENTENCE = "Just checking that you're not a robot..."

/** Stands in for the browser's worker; the test answers as the worker does. */
function stubWorkers() {
  const workers: { challenge: unknown; answer(proof: string | null): void }[] = []
  class StubWorker extends EventTarget {
    terminate() {}
    postMessage(challenge: unknown) {
      const answer = (data: string | null) => void this.dispatchEvent(new MessageEvent('message', { data }))
      workers.push({ challenge, answer })
    }
  }
  vi.stubGlobal('Worker', StubWorker)
  return workers
}

async function openSignUp() {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(checkPassword, undefined)
  api.respond(checkUsername, { available: true })
  api.respond(getRegistration, NEEDED)
  const workers = stubWorkers()
  const camera = stubCamera()
  const view = renderAt('/auth')
  const { user } = view
  await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await waitFor(() => expect(workers).toMatchObject([{ challenge: NEEDED.challenge }])) // before anything is typed

  async function fillIn(): Promise<void> {
    await user.type(await screen.findByLabelText('Full Name'), 'Ada')
    await user.selectOptions(screen.getByLabelText('Gender'), 'female')
    await user.selectOptions(screen.getByLabelText('Sexual Orientation'), 'gay')
    await user.type(screen.getByLabelText('Username'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Continue to Selfie' }))
    await camera.start()
    await user.click(screen.getByRole('button', { name: 'Take photo' }))
    await user.click(await screen.findByRole('button', { name: 'Create Account' }))
  }
  return { api, workers, fillIn, ...view }
}

test('a sign-up waits for its proof with one sentence, and sends it (10.door.proof)', async () => {
  const { api, workers, fillIn, path } = await openSignUp()
  api.respond(registerUser, ada)
  await fillIn()
  expect((await screen.findByText(SENTENCE)).getAttribute('role')).toBe('status')
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeDisabled()
  expect(api.calls(registerUser)).toEqual([])
  workers[0]?.answer('the proof')
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(registerUser)).toMatchObject([{ proof: 'the proof' }])
})

test('when the proof was made in time, nothing tells of it (10.door.proof)', async () => {
  const { api, workers, fillIn, path } = await openSignUp()
  api.respond(registerUser, ada)
  workers[0]?.answer('the proof')
  await fillIn()
  expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument()
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('a proof that is not good any more is made anew, once (10.door.proof)', async () => {
  const { api, workers, fillIn } = await openSignUp()
  api.reject(registerUser, 403, { message: 'Please try again', code: 'PROOF_NEEDED' })
  workers[0]?.answer('too old')
  await fillIn()
  await waitFor(() => expect(workers).toHaveLength(2))
  expect(await screen.findByText(SENTENCE)).toBeInTheDocument()
  workers[1]?.answer('fresh')
  await waitFor(() => expect(shownToast.get()?.text).toBe('Please try again'))
  expect(api.calls(registerUser)).toMatchObject([{ proof: 'too old' }, { proof: 'fresh' }])
})

test('where no worker can run, the server decides', async () => {
  const { api, workers, fillIn, path } = await openSignUp()
  api.respond(registerUser, ada)
  workers[0]?.answer(null)
  await fillIn()
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(registerUser)[0]).not.toHaveProperty('proof')
})
