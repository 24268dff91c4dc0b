import { DEFAULT_QUESTION } from '@zing/proto/community/modes'
import { type ProfileTextName, profileTexts, removableTexts } from '@zing/proto/profile-fields'
import { say } from '../language/say.ts'

/** A gender in the reader's language; own words of a user stay as they are. */
export function genderText(gender: string): string {
  return say(`gender.${gender}`, gender)
}

/** An orientation in the reader's language; own words of a user stay as they are. */
export function orientationText(orientation: string): string {
  return say(`orientation.${orientation}`, orientation)
}

/** Name of a part of a profile, for moderators. */
export function profilePartName(part: keyof typeof removableTexts): string {
  return say(`profile-part.${part}`, removableTexts[part].name)
}

/** Label of a text of the profile, for its form. */
export function profileTextLabel(text: ProfileTextName): string {
  return say(`profile-text.${text}`, profileTexts[text].label)
}

/** Name of a role. */
export function roleText(role: string): string {
  return say(`role.${role}`, role)
}

/** The question to applicants: the product's own is said in the reader's language. */
export function questionText(question: string): string {
  return question === DEFAULT_QUESTION ? say('question.default', question) : question
}
