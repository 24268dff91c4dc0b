import type { Gender } from '@zing/proto/profiles/discovery'

const PLURALS: Record<Gender, string> = {
  male: 'Men',
  female: 'Women',
  'non-binary': 'Non-binary people',
  other: 'People of other genders',
}

export function genderPlural(gender: Gender): string {
  return PLURALS[gender]
}
