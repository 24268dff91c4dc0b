import { screen, within } from '@testing-library/react'
import { listMessages } from '@zing/proto/http/chat'
import { getProfile, listMatches } from '@zing/proto/http/social'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speak } from '../../../lib/language/language.ts'
import { ada, profile, renderAt, setupApi } from '../../../test/render-at.tsx'
import { WAIT } from '../../../test/wait.ts'

const BEN = 2
const GERMAN = 'Hast du am Samstag Zeit?'
const WORDS: Record<string, string> = { [GERMAN]: 'Are you free on Saturday?' }
const availability = vi.fn(async () => 'downloadable')
const translate = vi.fn(async (text: string) => WORDS[text])

beforeEach(async () => {
  await speak('en') // the files before share the language
  availability.mockResolvedValue('downloadable')
  const detect = async (text: string) => [{ detectedLanguage: text === GERMAN ? 'de' : 'en', confidence: 0.9 }]
  vi.stubGlobal('LanguageDetector', { create: async () => ({ detect }) })
  vi.stubGlobal('Translator', { availability, create: async () => ({ translate }) })
})
afterEach(() => vi.unstubAllGlobals())

async function open(...texts: [senderId: number, content: string][]) {
  const api = setupApi()
  const ben = profile(BEN, 'Ben', { isMatch: true, hasLiked: true })
  api.respond(getProfile, ben)
  api.respond(listMatches, [ben])
  const messages = texts.map(([senderId, content], index) => ({
    ...{ kind: 'text', id: 100 + index, seq: index + 1, senderId, receiverId: senderId === BEN ? ada.id : BEN },
    ...{ content, createdAt: new Date().toISOString(), read: false, status: 'sent' },
  }))
  api.respond(listMessages, messages as never)
  const { user } = renderAt(`/chat/${BEN}`)
  const log = within(await screen.findByRole('log', { name: 'Messages with Ben' }))
  await log.findAllByText(texts[0]?.[1] ?? '')
  return { user, log }
}

test("when a message is in another language, the browser's translation is a tap away (10.language.translate)", async () => {
  const { user, log } = await open([BEN, GERMAN], [BEN, 'See you there, then'], [ada.id, GERMAN])
  await user.click(await log.findByRole('button', { name: 'Translate' })) // one: not below English, nor below one's own
  const translated = await log.findByText('Are you free on Saturday?')
  expect(translated).toHaveAttribute('lang', 'en')
  expect(log.getAllByText(GERMAN)[0]?.closest('[lang]')).toHaveAttribute('lang', 'de')
  await user.click(log.getByRole('button', { name: 'Hide translation' }))
  expect(translated).not.toBeInTheDocument()
  expect(log.getByRole('button', { name: 'Show translation' })).toHaveFocus()
})

test('when a translation fails, it can be tried again (10.language.translate)', async () => {
  translate.mockRejectedValueOnce(new Error('no model'))
  const { user, log } = await open([BEN, GERMAN])
  await user.click(await log.findByRole('button', { name: 'Translate' }))
  await user.click(await log.findByRole('button', { name: "Couldn't translate, tap to retry" }))
  expect(await log.findByText('Are you free on Saturday?')).toBeInTheDocument()
})

test('where the browser has no model for the language, nothing is offered (10.language.translate)', async () => {
  availability.mockResolvedValue('unavailable')
  const { log } = await open([BEN, GERMAN])
  await vi.waitFor(
    () => expect(availability).toHaveBeenCalledWith({ sourceLanguage: 'de', targetLanguage: 'en' }),
    WAIT,
  )
  expect(log.queryByRole('button', { name: 'Translate' })).toBeNull()
})
