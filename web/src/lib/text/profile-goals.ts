import type { Story } from '@zing/proto/profiles/story'

const NUMBERS = ['no', 'one', 'two', 'three']
const NAMED_MAX = 2

interface Goal {
  wanted: number
  has: number
  /** Names what is missing. */
  name: (missing: number) => string
}

/** Lists what makes a profile worth a look; photos count most. */
function goalsOf({ photos, prompts, bio, interests, lookingFor }: Story): Goal[] {
  return [
    { wanted: 3, has: photos.length, name: (missing) => counted(missing, 'photo') },
    { wanted: 2, has: prompts.length, name: (missing) => counted(missing, 'answer') },
    { wanted: 1, has: Number(bio !== null), name: () => 'a few words about you' },
    { wanted: 1, has: interests.length, name: () => 'what you like' },
    { wanted: 1, has: Number(lookingFor !== null), name: () => "what you're looking for" },
  ]
}

function counted(count: number, thing: string): string {
  return `${NUMBERS[count]} ${thing}${count === 1 ? '' : 's'}`
}

/** The next steps for a profile, such as "Two photos and one answer more"; null for a complete one. */
export function missingOf(story: Story): string | null {
  const missing = goalsOf(story).filter(({ has, wanted }) => has < wanted)
  const named = missing.slice(0, NAMED_MAX)
  const last = named.at(-1)
  if (!last) return null
  const text = named.map(({ name, wanted, has }) => name(wanted - has)).join(' and ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}${last.wanted > 1 ? ' more' : ''}`
}

/** Percentage of what a profile can have. */
export function completenessOf(story: Story): number {
  const goals = goalsOf(story)
  const sum = (part: (goal: Goal) => number) => goals.reduce((total, goal) => total + part(goal), 0)
  return Math.round((100 * sum(({ has, wanted }) => Math.min(has, wanted))) / sum(({ wanted }) => wanted))
}
