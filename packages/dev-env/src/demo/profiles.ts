import { base, en, Faker } from '@faker-js/faker'
import { type GENDERS, ORIENTATIONS } from '@zing/proto/product'
import type { Look } from './portrait.ts'
import { type DemoStory, demoStories } from './stories.ts'

export interface DemoProfile {
  username: string
  name: string
  age: number
  gender: (typeof GENDERS)[number]
  orientation: (typeof ORIENTATIONS)[number]
  look: Look
  story: DemoStory
}

const SEED = 20_26
const HEADS = {
  feminine: [
    'bangs',
    'bangs2',
    'bantuKnots',
    'bun',
    'buns',
    'hijab',
    'long',
    'longAfro',
    'longBangs',
    'longCurly',
    'medium1',
  ],
  masculine: [
    'cornrows',
    'dreads1',
    'flatTop',
    'hatBeanie',
    'pomp',
    'shaved2',
    'short1',
    'short3',
    'short4',
    'short5',
    'turban',
  ],
  any: [
    'afro',
    'dreads2',
    'hatHip',
    'medium2',
    'mediumBangs',
    'mediumStraight',
    'mohawk',
    'short2',
    'twists',
    'twists2',
  ],
} as const
const FACES = ['smile', 'smile', 'calm', 'calm', 'cute'] as const
const NICKNAMES =
  'atlas coffee ember harbour jazz juniper maple mint moon north ocean olive pixel river sky sunny tango trail vinyl wren'.split(
    ' ',
  )
const SKIN_TONES = ['ffdbb4', 'f2c79b', 'edb98a', 'd08b5b', 'ae5d29', '8d5524', '7d5a44'] as const
const HAIR_TONES = ['2c1b18', '4a312c', '724133', 'a55728', 'b58143', 'd6b370', '1b1b1f', 'c93305'] as const
const CLOTHES = ['e78276', 'ffcf77', '78e185', '9ddadb', '8fa7df', 'e279c7', '6d5a9c', '2f6f73', 'f4efe6'] as const
const GRADIENTS = [
  ['#ffb199', '#ff6b88'],
  ['#a1c4fd', '#c2e9fb'],
  ['#fbc2eb', '#a6c1ee'],
  ['#fddb92', '#d1fdff'],
  ['#84fab0', '#8fd3f4'],
  ['#f6d365', '#fda085'],
  ['#cfd9df', '#e2ebf0'],
  ['#d4a5ff', '#8ec5fc'],
] as const

/** Generates the same `count` profiles every time; name, gender and portrait fit together. */
export function demoProfiles(count: number): DemoProfile[] {
  const faker = new Faker({ locale: [en, base], seed: SEED })
  const usernames = new Set<string>()
  return demoStories(count).map((story) => {
    const gender = faker.helpers.weightedArrayElement([
      { value: 'female' as const, weight: 45 },
      { value: 'male' as const, weight: 43 },
      { value: 'non-binary' as const, weight: 9 },
      { value: 'other' as const, weight: 3 },
    ])
    const name = faker.person.firstName(gender === 'female' || gender === 'male' ? gender : undefined)
    return {
      username: freshUsername(faker, name, usernames),
      name,
      age: Math.round(faker.number.float({ min: 4.36, max: 7 }) ** 2), // 19 to 49, lower ages more often
      gender,
      orientation: orientation(faker, gender),
      look: look(faker, gender),
      story,
    }
  })
}

function freshUsername(faker: Faker, name: string, taken: Set<string>): string {
  const stem = name.toLowerCase().replace(/[^a-z]/g, '')
  for (;;) {
    const username = `${stem}.${faker.helpers.arrayElement(NICKNAMES)}`
    if (taken.has(username)) continue
    taken.add(username)
    return username
  }
}

function orientation(faker: Faker, gender: DemoProfile['gender']): DemoProfile['orientation'] {
  const others = { female: 'gay', male: 'lesbian', 'non-binary': 'straight', other: 'straight' }[gender]
  const fitting = ORIENTATIONS.filter((value) => value !== others)
  return faker.helpers.weightedArrayElement(fitting.map((value) => ({ value, weight: value === 'straight' ? 8 : 2 })))
}

function look(faker: Faker, gender: DemoProfile['gender']): Look {
  const pick = <T>(options: readonly T[]): T => faker.helpers.arrayElement(options)
  const own = gender === 'female' ? HEADS.feminine : gender === 'male' ? HEADS.masculine : HEADS.any
  const hasBeard = gender === 'male' && faker.datatype.boolean(0.4)
  return {
    seed: faker.string.alphanumeric(8),
    head: pick([...own, ...HEADS.any]),
    face: pick(FACES),
    skin: pick(SKIN_TONES),
    hair: pick(HAIR_TONES),
    clothes: pick(CLOTHES),
    facialHair: hasBeard ? pick(['chin', 'full', 'full2', 'goatee1', 'moustache2', 'moustache4'] as const) : null,
    glasses: faker.datatype.boolean(0.2) ? pick(['glasses', 'glasses2', 'glasses3', 'glasses4'] as const) : null,
    gradient: pick(GRADIENTS),
  }
}
