import type { Settings } from './settings.ts'

type Rules = Settings['rules']

const friendly: Rules = [
  { title: { en: 'Be kind' }, text: { en: 'Talk to people as you would face to face. Disagree without insults.' } },
  { title: { en: 'Be yourself' }, text: { en: 'Use your own photos and your real age. One account for each person.' } },
  { title: { en: 'A no is a no' }, text: { en: "If somebody doesn't answer or asks you to stop, stop." } },
  { title: { en: 'Keep it private' }, text: { en: "Don't share other people's photos, messages or addresses." } },
]

const strict: Rules = [
  ...friendly,
  {
    title: { en: 'No nudity' },
    text: { en: 'No sexual pictures or requests for them, neither on profiles nor in chats.' },
  },
  {
    title: { en: 'No business' },
    text: { en: 'No advertising, no selling, no asking for money, no links to paid pages.' },
  },
  {
    title: { en: 'No hate' },
    text: { en: 'No racism, sexism, homophobia, transphobia or threats. We ban at the first time.' },
  },
]

/** Rules that a keeper can begin with, and change later. */
export const ruleTemplates = { friendly, strict, none: [] } satisfies Record<string, Rules>
export type RuleTemplate = keyof typeof ruleTemplates
