import texts from 'virtual:texts'
import { i18n } from '@lingui/core'
import { errors } from '@zing/proto/errors'
import { afterEach, expect, test } from 'vitest'
import { sayError } from './say.ts'

const OTHER_LANGUAGES = Object.keys(texts).filter((locale) => locale !== 'en')
const NAMES = /Zing|NATS|JSON|PIN/g

afterEach(() => i18n.activate('en', 'en-GB')) // the next file shares it

test.each(OTHER_LANGUAGES)(
  'each error of the server is said in %s, with its numbers (10.language.errors)',
  async (locale) => {
    for (const load of Object.values(texts[locale] ?? {})) i18n.load(locale, (await load()).default)
    i18n.activate(locale)
    for (const create of Object.values(errors)) {
      const { body } = create()
      const said = sayError({ code: body.code, reason: body.reason, message: body.message, params: body.params })
      expect(said, body.code).not.toBe(body.message)
      expect(said, body.code).not.toMatch(/[{}]/)
      if (locale === 'ar') expect(said.replace(NAMES, ''), body.code).not.toMatch(/\p{Script=Latin}/u)
      else for (const number of Object.values(body.params ?? {})) expect(said, body.code).toContain(String(number)) // Arabic has a dual
    }
  },
)
