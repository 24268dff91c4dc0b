import { base, en, Faker } from '@faker-js/faker'
import { INTERESTS_MAX, PROMPTS_MAX } from '@zing/proto/limits'
import type { PromptAnswer } from '@zing/proto/profile-fields'
import type { LookingFor } from '@zing/proto/profiles/looking-for'
import { INTERESTS } from '@zing/proto/profiles/profile-story'

/** The story on a demo user's profile. */
export interface DemoStory {
  bio: string
  prompts: PromptAnswer[]
  interests: string[]
  lookingFor: LookingFor
}

interface Theme {
  bio: string
  interests: string[]
  answers: Record<string, string>
}

const SEED = 20_27
const OTHER_INTERESTS = 2

/** Texts that fit together; each demo user has one theme. */
const THEMES: readonly Theme[] = [
  {
    bio: 'Landscape architect who plans parks all week and walks through them on Sunday.',
    interests: ['hiking', 'gardening', 'birdwatching', 'coffee', 'city-walks'],
    answers: {
      'perfect-sunday': 'Up early, a thermos, and a path that I have not walked yet.',
      'small-joys': 'The first warm evening of the year, when everybody is suddenly outside.',
      'ask-me': 'The kingfisher that I saw. I will show you all forty photos.',
    },
  },
  {
    bio: 'I bake bread before work and smell of it until noon. My neighbours like me for that.',
    interests: ['baking', 'cooking', 'flea-markets', 'tea', 'podcasts'],
    answers: {
      cooking: 'Cinnamon rolls. There are never any left to prove it.',
      'get-along': 'You think that a kitchen is the best room for a conversation.',
      learning: 'How to make croissants. So far they are very good bricks.',
    },
  },
  {
    bio: 'Nurse on a ward for children. On my days off I climb things that are not furniture.',
    interests: ['climbing', 'yoga', 'camping', 'board-games', 'dogs'],
    answers: {
      'proud-of': 'Keeping calm when everybody around me is not.',
      'first-date': 'The climbing hall: after an hour nobody can lift a phone anyway.',
      'make-me-laugh': 'Tell me a joke from kindergarten. I collect them.',
    },
  },
  {
    bio: 'I repair old synthesizers and play them louder than my landlord believes.',
    interests: ['techno', 'vinyl', 'concerts', 'coding', 'street-food'],
    answers: {
      'never-tired-of': 'Why records from 1979 sound the way they do.',
      'unpopular-opinion': 'The support act is usually the better concert.',
      'perfect-sunday': 'A flea market at nine, a broken keyboard under my arm at ten.',
    },
  },
  {
    bio: 'History teacher. I promise to stop after the second anecdote.',
    interests: ['history', 'museums', 'reading', 'theatre', 'wine'],
    answers: {
      'best-trip': 'Three weeks by train, with a guidebook from 1911.',
      'ask-me': 'The worst decision of any emperor. I have a list.',
      'get-along': 'You read the signs in museums, all of them.',
    },
  },
  {
    bio: 'Mostly by bicycle, sometimes lost, always with a snack.',
    interests: ['cycling', 'camping', 'photography', 'road-trips', 'coffee'],
    answers: {
      'best-trip': 'To the sea and back by bike. It rained for six days and I would do it again.',
      'small-joys': 'Tailwind.',
      'first-date': 'Ice cream, then a slow ride along the canal.',
    },
  },
  {
    bio: 'I write software for a hospital and poems for a drawer.',
    interests: ['coding', 'poetry', 'writing', 'chess', 'tea'],
    answers: {
      learning: 'To finish poems. Beginning them is easy.',
      'unpopular-opinion': 'Meetings would be shorter if everybody had to stand on one leg.',
      'make-me-laugh': 'A pun so bad that you are ashamed of it yourself.',
    },
  },
  {
    bio: 'Swimmer, in lakes from May to October, in complaints about the pool the rest of the year.',
    interests: ['swimming', 'sailing', 'travel', 'sushi', 'series'],
    answers: {
      'perfect-sunday': 'A lake before everybody else is there, then a very large breakfast.',
      'proud-of': 'I swam across the bay. It took so long that they had begun to clear lunch away.',
      'get-along': 'You own more than one towel.',
    },
  },
  {
    bio: 'Two cats, one sofa, and a fair system for who sits where. It is not fair to me.',
    interests: ['cats', 'knitting', 'series', 'anime', 'baking'],
    answers: {
      'never-tired-of': 'What the cats did today. You have been warned.',
      'small-joys': 'Rain against the window when I do not have to go out.',
      cooking: 'Soup, in autumn, for as many people as the table holds.',
    },
  },
  {
    bio: 'Stage technician: if you never noticed me, it was a good evening.',
    interests: ['theatre', 'stand-up', 'photography', 'karaoke', 'brunch'],
    answers: {
      'first-date': 'A tiny theatre with bad chairs and a very good play.',
      'ask-me': 'What happens behind the curtain when the lights go out by accident.',
      'proud-of': 'Thirty shows without a single late cue.',
    },
  },
  {
    bio: 'I teach people to dance who say that they cannot. So far all of them were wrong.',
    interests: ['dancing', 'festivals', 'yoga', 'languages', 'brunch'],
    answers: {
      'get-along': 'You dance in the kitchen, at least a little.',
      learning: 'Portuguese, for the songs.',
      'make-me-laugh': 'Show me the move with which you survive weddings.',
    },
  },
  {
    bio: 'Physicist by day, and at night I am the one with the telescope on the roof.',
    interests: ['astronomy', 'science', 'hiking', 'board-games', 'jazz'],
    answers: {
      'never-tired-of': 'How far away everything is.',
      'perfect-sunday': 'A long walk, a longer nap, and a clear sky after that.',
      'unpopular-opinion': 'Pluto was treated unfairly.',
    },
  },
  {
    bio: 'I cook for a living and eat cereal at home. Take me out for something with noodles.',
    interests: ['cooking', 'street-food', 'craft-beer', 'travel', 'martial-arts'],
    answers: {
      cooking: 'Dumplings. Forty an hour, and none of them pretty.',
      'best-trip': 'A week of night markets. I came back with one spoon and many opinions.',
      'small-joys': 'Somebody else cooks.',
    },
  },
  {
    bio: 'Volunteer at the animal shelter, which explains the dog, and the other dog.',
    interests: ['dogs', 'volunteering', 'running', 'vegetarian', 'podcasts'],
    answers: {
      'ask-me': 'How we found the second dog. He found us.',
      'first-date': 'A walk with the dogs. They decide anyway.',
      'proud-of': 'Every animal of my first year has a home.',
    },
  },
]

/** Last sentences for bios. Their number shares no divisor with the number of themes, so that no two users say the same. */
const ENDINGS = [
  'Looking for somebody who laughs at their own jokes.',
  'I reply faster than I look.',
  'Coffee is a good start, a second one is better.',
  'Born by the sea, moved for the trains.',
  'I know the best bench of this town.',
  'Bad at small talk, good at long talks.',
  'My phone is mostly photos of food and of clouds.',
  'New in town, so please show me your favourite corner.',
  'I always carry a pen. Ask me why.',
  'Not here for long chats: let us meet somewhere with cake.',
  'I lose every board game and come back for more.',
  'Left-handed, in case that matters at the table.',
  'Tell me what you are reading.',
] as const

/** Generates the same `count` stories every time. */
export function demoStories(count: number): DemoStory[] {
  const faker = new Faker({ locale: [en, base], seed: SEED })
  return Array.from({ length: count }, (_, index) => demoStory(faker, index))
}

function demoStory(faker: Faker, index: number): DemoStory {
  const theme = THEMES[index % THEMES.length]
  if (!theme) throw new Error('there are no themes')
  const others = INTERESTS.map(({ id }) => id).filter((id) => !theme.interests.includes(id))
  const interests = [...theme.interests, ...faker.helpers.arrayElements(others, OTHER_INTERESTS)]
  const answers = Object.entries(theme.answers).map(([promptId, answer]) => ({ promptId, answer }))
  return {
    bio: `${theme.bio} ${ENDINGS[index % ENDINGS.length]}`,
    prompts: faker.helpers.arrayElements(answers, { min: 2, max: PROMPTS_MAX }),
    interests: interests.slice(0, INTERESTS_MAX),
    lookingFor: faker.helpers.weightedArrayElement([
      { value: 'relationship' as const, weight: 5 },
      { value: 'dates' as const, weight: 3 },
      { value: 'friends' as const, weight: 1 },
      { value: 'unsure' as const, weight: 2 },
    ]),
  }
}
