import { plural, t } from '@lingui/core/macro'
import type { Story } from '@zing/proto/profiles/story'
import { locale } from '../../language/locale.ts'

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
    {
      wanted: 3,
      has: photos.length,
      name: (missing) => plural(missing, { 1: 'one photo', 2: 'two photos', 3: 'three photos', other: '# photos' }),
    },
    {
      wanted: 2,
      has: prompts.length,
      name: (missing) => plural(missing, { 1: 'one answer', 2: 'two answers', other: '# answers' }),
    },
    { wanted: 1, has: Number(bio !== null), name: () => t`a few words about you` },
    { wanted: 1, has: interests.length, name: () => t`what you like` },
    { wanted: 1, has: Number(lookingFor !== null), name: () => t`what you're looking for` },
  ]
}

/** The next steps for a profile, such as "Two photos and one answer more"; null for a complete one. */
export function missingOf(story: Story): string | null {
  const missing = goalsOf(story).filter(({ has, wanted }) => has < wanted)
  const named = missing.slice(0, NAMED_MAX)
  const last = named.at(-1)
  if (!last) return null
  const list = new Intl.ListFormat(locale()).format(named.map(({ name, wanted, has }) => name(wanted - has)))
  const text =
    last.wanted > 1 ? t({ message: `${list} more`, comment: 'Such as: two photos and one answer more' }) : list
  return `${text[0]?.toLocaleUpperCase(locale())}${text.slice(1)}`
}

/** Percentage of what a profile can have. */
export function completenessOf(story: Story): number {
  const goals = goalsOf(story)
  const sum = (part: (goal: Goal) => number) => goals.reduce((total, goal) => total + part(goal), 0)
  return Math.round((100 * sum(({ has, wanted }) => Math.min(has, wanted))) / sum(({ wanted }) => wanted))
}
