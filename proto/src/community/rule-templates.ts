/** The rules of the templates in English, by id. Services say them in every language. */
export const RULE_TEXTS = {
  'rules.kind.title': 'Be kind',
  'rules.kind.text': 'Talk to people as you would face to face. Disagree without insults.',
  'rules.yourself.title': 'Be yourself',
  'rules.yourself.text': 'Use your own photos and your real age. One account for each person.',
  'rules.no.title': 'A no is a no',
  'rules.no.text': "If someone doesn't answer or asks you to stop, stop.",
  'rules.private.title': 'Keep it private',
  'rules.private.text': "Don't share other people's photos, messages or addresses.",
  'rules.nudity.title': 'No nudity',
  'rules.nudity.text': 'No sexual pictures or requests for them, neither on profiles nor in chats.',
  'rules.business.title': 'No business',
  'rules.business.text': 'No advertising, no selling, no asking for money, no links to paid pages.',
  'rules.hate.title': 'No hate',
  'rules.hate.text': 'No racism, sexism, homophobia, transphobia or threats. We ban at the first time.',
}

const friendly = ['kind', 'yourself', 'no', 'private'] as const

/** Ids of rules that a keeper can begin with, and change later. */
export const ruleTemplates = {
  friendly,
  strict: [...friendly, 'nudity', 'business', 'hate'],
  none: [],
} as const
export type RuleTemplate = keyof typeof ruleTemplates
