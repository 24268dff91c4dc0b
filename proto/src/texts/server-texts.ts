import { RULE_TEXTS } from '../community/rule-templates.ts'
import { README_TEXTS } from './readme-texts.ts'

/** Texts that services say in the reader's language, by id: ICU messages in English, with comments for translators. */
export const serverTexts = {
  ...README_TEXTS,
  ...RULE_TEXTS,
  // Web Push
  'push.like': 'You have a new like',
  'push.like.name': '{name} likes you',
  'push.likes': '{count, plural, one {# new like} other {# new likes}}',
  'push.match': 'You have a new match',
  'push.match.name': 'You and {name} like each other',
  'push.message': 'New message',
  'push.message.name': 'New message from {name}',
  'push.photo': 'You have a new photo',
  'push.photo.name': '{name} sent a photo',
  'push.voice': 'You have a new voice message',
  'push.voice.name': '{name} sent a voice message',
  'push.messages': '{count, plural, one {# new message} other {# new messages}}',
  'push.messages.name': '{count, plural, one {# new message from {name}} other {# new messages from {name}}}',
}
export type ServerTextId = keyof typeof serverTexts
