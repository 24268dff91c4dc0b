import { login } from '@zing/proto/http/auth'
import { afterEach, expect, test, vi } from 'vitest'
import { isDoorClosed, registerOrLogIn } from './member.ts'

const DETAILS = { name: 'Nora', age: 30, gender: 'female', orientation: 'straight', username: 'nora', password: 'pw' }
const refusal = { message: 'You need an invitation to join', code: 'INVITATION_NEEDED' }

function stubFetch(loginStatus: number) {
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith(login.path)
      ? Response.json({ id: 7 }, { status: loginStatus })
      : Response.json(refusal, { status: 403 }),
  )
}

afterEach(() => vi.unstubAllGlobals())

test('when the door has closed since the last start, a demo user logs in', async () => {
  stubFetch(200)
  expect((await registerOrLogIn('http://zing', DETAILS)).user.id).toBe(7)
})

test('a demo user whom the door refuses is told apart from a product that fails', async () => {
  stubFetch(401)
  const refused = await registerOrLogIn('http://zing', DETAILS).catch((error: unknown) => error)
  expect([isDoorClosed(refused), isDoorClosed(new Error('down'))]).toEqual([true, false])
})
