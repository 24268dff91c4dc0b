import { screen, waitFor, within } from '@testing-library/react'
import type { Settings } from '@zing/proto/community/settings'
import { getUser } from '@zing/proto/http/auth'
import { changeSettings, getSettings } from '@zing/proto/http/staff/settings'
import { expect, test } from 'vitest'
import { versionedSettings } from '../../test/community.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'
import { changeInWords } from './form/setting-words.ts'

const languages = ['en', 'de'] as string[] as Settings['languages'] // languages to come
const RULES = [{ title: 'Be kind', text: { en: 'To all.', de: 'Zu allen.' } }]

async function open(path: string, title: string, more: Partial<Settings> = {}) {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(getSettings, versionedSettings(3, { languages, ...more }))
  api.respond(changeSettings, versionedSettings(4, { languages, ...more }))
  const { user } = renderAt(path)
  await screen.findByRole('heading', { name: title })
  const section = (name: string) => within(screen.getByRole('region', { name }))
  const write = (name: string, language: string) =>
    user.selectOptions(section(name).getByLabelText('Language of the texts'), language)
  const save = (name: string) => user.click(section(name).getByRole('button', { name: 'Save' }))
  return { api, user, section, write, save }
}

test('texts are written in each language, and names in one for all (10.client.community.settings)', async () => {
  const { api, user, section, write, save } = await open('/admin/settings', 'Settings', { tagline: 'By the sea' })
  const form = section('Community')
  await write('Community', 'Deutsch')
  expect(form.getByLabelText('Tagline')).toHaveValue('')
  expect(form.getByLabelText('Tagline')).toHaveAttribute('placeholder', 'By the sea')
  await user.type(form.getByLabelText('Name'), '!')
  await user.type(form.getByLabelText('Tagline'), 'Am Meer')
  await write('Community', 'English')
  expect(form.getByLabelText('Tagline')).toHaveValue('By the sea')
  await save('Community')
  const changes = { name: 'Zing!', tagline: { en: 'By the sea', de: 'Am Meer' } }
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([{ version: 3, changes }]))
})

test('a text that a language loses is gone there alone (10.client.community.settings)', async () => {
  const { api, user, section, write, save } = await open('/admin/settings', 'Settings', {
    rules: RULES,
    terms: { url: null, text: { en: 'Be nice.', de: 'Sei nett.' }, version: 2 },
  })
  await write('Rules', 'Deutsch')
  await user.type(section('Rules').getByLabelText('Title of rule 1'), 'Sei nett')
  await user.clear(section('Rules').getByLabelText('Text of rule 1'))
  await save('Rules')
  const rules = [{ title: { en: 'Be kind', de: 'Sei nett' }, text: { en: 'To all.' } }]
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([{ version: 3, changes: { rules } }]))
  await write('Terms and privacy', 'Deutsch')
  await user.clear(section('Terms and privacy').getByLabelText('Text of the terms of service'))
  await save('Terms and privacy')
  const terms = { url: null, text: { en: 'Be nice.' } }
  await waitFor(() => expect(api.calls(changeSettings).at(-1)).toEqual({ version: 4, changes: { terms } }))
})

test('the question of one language can be emptied; without any it is the default one', async () => {
  const question = { en: 'Why?', de: 'Warum?' }
  const { registration } = versionedSettings(3).settings
  const { api, user, section, write, save } = await open('/admin/door', 'Door', {
    registration: { ...registration, question },
  })
  const field = () => section('Who may join').getByLabelText('Question for applicants')
  await user.clear(field())
  await write('Who may join', 'Deutsch')
  await user.clear(field())
  await save('Who may join')
  const changes = { registration: { question: null } }
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([{ version: 3, changes }]))
})

test('the history names the language of a changed text (10.client.community.settings)', () => {
  expect(changeInWords({ path: 'tagline', from: 'By the sea', to: { en: 'By the sea', de: 'Am Meer' } })).toMatchObject(
    {
      label: 'Tagline (Deutsch)',
      to: 'Am Meer',
    },
  )
})
