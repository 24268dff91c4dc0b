import type { PromptAnswer } from '@zing/proto/profile-fields'
import type { LookingFor } from '@zing/proto/profiles/looking-for'
import { PEOPLE } from './people/people.ts'
import type { Person } from './people/person.ts'
import { placeOfPerson } from './people/towns.ts'

export interface DemoProfile extends Omit<Person, 'bio' | 'prompts' | 'interests' | 'lookingFor'> {
  username: string
  /** Absent for the bots. */
  place?: ReturnType<typeof placeOfPerson>
  story: DemoStory
}

/** The written part of a profile; a field is absent where the person has written nothing. */
export interface DemoStory {
  bio?: string
  prompts: PromptAnswer[]
  interests: string[]
  lookingFor?: LookingFor
}

/** The first `count` people; the feed shows them in the opposite order, and the first one is the demo login. */
export function demoProfiles(count = PEOPLE.length): DemoProfile[] {
  return PEOPLE.slice(0, count).map((person, index) => ({
    ...toProfile(usernameOf(person.name), person),
    place: placeOfPerson(index),
  }))
}

export function toProfile(username: string, person: Person): DemoProfile {
  const { bio, prompts = {}, interests = [], lookingFor, ...details } = person
  return {
    ...details,
    username,
    story: {
      ...(bio && { bio }),
      prompts: Object.entries(prompts).map(([promptId, answer]) => ({ promptId, answer })),
      interests,
      ...(lookingFor && { lookingFor }),
    },
  }
}

function usernameOf(name: string): string {
  return name.toLowerCase().replace(' ', '.')
}
