import type { UserDocument } from '../models/user.ts'
import type { Veil } from '../models/user-parts.ts'
import { photoVersionsOf } from './photo-rules.ts'

type Veiled = Pick<UserDocument, 'veils'>

/** The account with the photo veiled. Null if its profile does not show the photo, or if it was veiled before. */
export function withVeil(
  user: UserDocument,
  { version, nakedness }: Pick<Veil, 'version' | 'nakedness'>,
): UserDocument | null {
  const shown = photoVersionsOf(user)
  const veils = user.veils ?? []
  if (!shown.includes(version) || veils.some((veil) => veil.version === version)) return null
  const mayComeBack = (user.removedPhotos ?? []).map((removed) => removed.version)
  const kept = veils.filter((veil) => [...shown, ...mayComeBack].includes(veil.version))
  return { ...user, veils: [...kept, { version, nakedness, isReported: false, isCleared: false }] }
}

/** The veils after a moderator has looked at these photos, for good; null if this changes nothing. */
export function withCleared({ veils }: Veiled, versions: number[]): { veils: Veil[] } | null {
  const isCleared = (veil: Veil) => !veil.isCleared && versions.includes(veil.version)
  if (!veils?.some(isCleared)) return null
  return { veils: veils.map((veil) => (isCleared(veil) ? { ...veil, isCleared: true } : veil)) }
}
