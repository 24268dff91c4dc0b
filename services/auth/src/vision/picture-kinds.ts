import { frame, main } from '../verification/see-pictures.ts'
import { bannedKind } from './banned-kind.ts'
import type { PictureKind } from './named-picture.ts'
import { photoKind } from './photo-kind.ts'

export const PICTURE_KINDS: Record<string, PictureKind> = { photo: photoKind, banned: bannedKind, frame, main }
