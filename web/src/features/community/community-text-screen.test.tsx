import { screen } from '@testing-library/react'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { DEFAULT_COMMUNITY } from '@zing/proto/community/shell'
import type { ResponseOf } from '@zing/proto/endpoint'
import { getUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { expect, test } from 'vitest'
import { showCommunity } from '../../test/community.ts'
import { renderAt, setupApi } from '../../test/render-at.tsx'

const COMMUNITY: ResponseOf<typeof getCommunity> = {
  ...DEFAULT_SETTINGS,
  ...DEFAULT_COMMUNITY,
  name: 'Harbour',
  palette: { light: {}, dark: {} },
  terms: { url: null, text: { en: 'Be kind.\n\nAlways.' }, version: 2 },
  privacy: { url: null, text: 'We keep little.' },
  rules: [{ title: 'Be kind', text: 'Nobody is here to be hurt.' }],
}

function setup() {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(getCommunity, COMMUNITY)
  return api
}

test.each([
  ['/terms', 'Terms of service', 'Be kind. Always.'],
  ['/privacy', 'Privacy policy', 'We keep little.'],
  ['/rules', 'Rules', 'Nobody is here to be hurt.'],
])("%s shows the operator's text to visitors (10.community.texts)", async (path, title, text) => {
  setup()
  showCommunity({ name: 'Harbour', hasTermsText: true, hasPrivacyText: true, hasRules: true })
  renderAt(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
  expect(
    await screen.findByText(
      (_, element) => element?.textContent?.replace(/\s+/g, ' ') === text && element.tagName === 'P',
    ),
  ).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/')
  expect(document.title).toBe(`${title} · Harbour`)
})

test('a page without a text is not there, and asks for nothing', async () => {
  const api = setup()
  renderAt('/terms')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument()
  expect(api.calls(getCommunity)).toEqual([])
})

test('when the text cannot be loaded, the page says so and can try again', async () => {
  const api = setup()
  showCommunity({ hasRules: true })
  api.reject(getCommunity, 404, 'No')
  const { user } = renderAt('/rules')
  const button = await screen.findByRole('button', { name: 'Try Again' })
  api.respond(getCommunity, COMMUNITY)
  await user.click(button)
  expect(await screen.findByRole('heading', { level: 2, name: 'Be kind' })).toBeInTheDocument()
})
