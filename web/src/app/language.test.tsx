import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { updateAccount } from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { expect, onTestFinished, test } from 'vitest'
import { speakFirst } from '../lib/language/choice.ts'
import { speak } from '../lib/language/language.ts'
import { ada, renderAt, setupApi } from '../test/render-at.tsx'

function anonymousApi() {
  const api = setupApi()
  api.reject(getUser, 401, { message: 'Not signed in', code: 'NOT_SIGNED_IN' })
  onTestFinished(() => act(() => speak('en')))
  return api
}

const html = document.documentElement

test('a visitor changes the language without a reload, and finds it again (10.language.choice)', async () => {
  anonymousApi()
  renderAt('/')
  await screen.findByText('Find your connection now')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'en-XA')
  await screen.findByText('[Fíìnd yóòúùr cóònnéèctíìóòn nóòw]')
  expect(screen.queryByText('Find your connection now')).not.toBeInTheDocument()
  expect([html.lang, html.dir]).toEqual(['en-XA', 'ltr'])

  await act(() => speak('en'))
  await act(() => speakFirst())
  expect(html.lang).toBe('en-XA')
})

test('a form keeps what was typed when the language changes', async () => {
  anonymousApi()
  renderAt('/auth')
  await userEvent.type(await screen.findByLabelText('Username'), 'ada')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'en-XA')
  expect(await screen.findByLabelText('[ÚÙséèrnáàméè]')).toHaveValue('ada')
})

test("the account's language comes before the device's (10.language.choice)", async () => {
  anonymousApi().respond(getUser, { ...ada, language: 'en' })
  localStorage.setItem('zing.language', 'en-XA')
  await act(() => speakFirst())
  renderAt('/profile')
  await waitFor(() => expect(html.lang).toBe('en'))
  expect(localStorage.getItem('zing.language')).toBe('en')
})

test('an account without a language gets the choice of the device (10.language.account)', async () => {
  const api = anonymousApi()
  api.respond(getUser, ada)
  api.respond(updateAccount, { ...ada, language: 'en' })
  localStorage.setItem('zing.language', 'en')
  renderAt('/profile')
  await waitFor(() => expect(api.calls(updateAccount)).toEqual([{ language: 'en' }]))
})

test('an error of the server is said in the language of the page, and an unknown one as it came (10.language.errors)', async () => {
  const { sayError, sayRule } = await import('../lib/language/say.ts')
  onTestFinished(() => act(() => speak('en')))
  await act(() => speak('en-XA'))
  const of = (code: string, message: string, more = {}) =>
    sayError({ code, message, reason: undefined, params: undefined, ...more })
  expect(of('NOT_FOUND', 'Not found')).toBe('[Nóòt fóòúùnd]')
  expect(of('REPORT_OPEN', 'x', { reason: 'full' })).toMatch(/^\[Máàny péèóòpléè/)
  expect(of('TOO_MANY_PHOTOS', 'x', { params: { max: 6 } })).toContain(' 6 ')
  expect(of('OF_A_NEWER_SERVER', 'New rule')).toBe('New rule')
  expect(of('INVALID_REQUEST', 'Name is required.')).toBe('[Náàméè íìs réèqúùíìréèd.]')
  expect(sayRule('Please write something')).toBe('[Pléèáàséè wríìtéè sóòméèthíìng]')
})
