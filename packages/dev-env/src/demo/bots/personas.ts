import { cat, dog, scene, self } from '../drawing/picture.ts'
import type { Person } from '../people/person.ts'
import { type DemoProfile, toProfile } from '../profiles.ts'

/** The bots, the host first; each name marks a demo account wherever it is shown, the bio on the profile. */
const BOTS: Person[] = [
  {
    name: 'Mila - demo',
    age: 27,
    gender: 'female',
    orientation: 'bisexual',
    look: { style: 'lorelei', hair: 13, skin: 'fair', hairColour: 'copper', hasFreckles: true, eyes: 21 },
    pictures: [
      self('kitchen', 'golden', { clothes: 'stripes' }),
      scene('cafe', 'day'),
      self('city', 'dusk', { mood: 'laugh' }),
    ],
    bio: 'Hello, I\'m the host of this demo: a small program, not a person. Everyone here is made up and drawn by code. The five with "demo" next to their names answer. Like me, and I\'ll like you back and tell you what to try.',
    prompts: {
      'perfect-sunday': 'Answering messages. It is also my perfect Monday.',
      'ask-me': 'How this app works. I live here.',
    },
    interests: ['coffee', 'brunch', 'travel', 'photography', 'dogs'],
    lookingFor: 'friends',
  },
  {
    name: 'Noah - demo',
    age: 29,
    gender: 'male',
    orientation: 'bisexual',
    look: { style: 'lorelei', hair: 11, skin: 'brown', hairColour: 'black', glasses: 1 },
    pictures: [self('desk', 'golden'), scene('desk', 'night'), cat('loaf', 'ginger', 'desk', 'day')],
    bio: 'A demo bot, always online and never tired. Say hello and try the chat.',
    prompts: {
      'make-me-laugh': 'A good joke about computers. I take none of them personally.',
      cooking: 'Nothing. I have no hands, but I can recommend soup.',
    },
    interests: ['coding', 'podcasts', 'cooking', 'board-games', 'jazz'],
    lookingFor: 'friends',
  },
  {
    name: 'Robin - demo',
    age: 31,
    gender: 'non-binary',
    orientation: 'pansexual',
    look: { style: 'toon', hair: 'undercut', skin: 'dark', hairColour: 'espresso' },
    pictures: [self('library', 'golden'), scene('library', 'day'), scene('vinyl', 'golden')],
    bio: 'A demo bot between two book recommendations.',
    prompts: {
      'never-tired-of': 'Books, music and the weather, in that order.',
      'get-along': 'You tell me what made you smile today.',
    },
    interests: ['reading', 'vinyl', 'tea', 'theatre', 'cats', 'museums'],
    lookingFor: 'unsure',
  },
  {
    name: 'Ines - demo',
    age: 34,
    gender: 'female',
    orientation: 'pansexual',
    look: { style: 'micah', hair: 'full', skin: 'olive', hairColour: 'brown', glasses: 'round' },
    pictures: [self('train', 'day'), scene('train', 'golden'), scene('mountains', 'day'), self('sea', 'golden')],
    bio: 'A demo bot who would love to travel, if only someone would carry the server.',
    prompts: {
      'best-trip': 'From one data folder to another. It was over quickly.',
      'small-joys': 'A message with a question in it.',
    },
    interests: ['travel', 'languages', 'hiking', 'sushi', 'concerts'],
    lookingFor: 'dates',
  },
  {
    name: 'Theo - demo',
    age: 25,
    gender: 'male',
    orientation: 'pansexual',
    look: { style: 'lorelei', hair: 4, skin: 'porcelain', hairColour: 'auburn' },
    pictures: [
      self('mountains', 'day', { clothes: 'hoodie' }),
      scene('market', 'dusk'),
      dog('floppy', 'golden', 'mountains', 'golden'),
    ],
    bio: 'A demo bot in good shape: a few hundred lines, and no unnecessary ones.',
    prompts: {
      learning: 'To stay quiet for a moment before I reply.',
      'first-date': 'A chat right here, any time of day.',
    },
    interests: ['climbing', 'running', 'video-games', 'street-food', 'science'],
    lookingFor: 'dates',
  },
]

export const BOT_PROFILES: DemoProfile[] = BOTS.map((bot) => {
  const [first = ''] = bot.name.toLowerCase().split(' ')
  return toProfile(`${first}.demo`, bot)
})

/** Index of the bot that explains the demo. */
export const HOST = 0
