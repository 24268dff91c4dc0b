import type { Looks, Medium } from '../models/medium.ts'

/** Names of the blobs below the key of a medium. */
export type BlobName = 'full' | 'thumb' | 'audio'
const NAMES = { photo: ['full', 'thumb'], voice: ['audio'] } as const satisfies Record<Medium['kind'], BlobName[]>

/** The server's version of an upload. */
export interface Content {
  looks: Looks
  /** Missing unless vision shall look later. */
  unseen?: Medium['unseen']
  mimeType: string
  blobs: Partial<Record<BlobName, Buffer>>
}

export function blobKeyOf({ key }: Pick<Medium, 'key'>, name: BlobName): string {
  return `${key}/${name}`
}

export function blobKeysOf(media: Pick<Medium, 'key' | 'kind'>[]): string[] {
  return media.flatMap((medium) => NAMES[medium.kind].map((name) => blobKeyOf(medium, name)))
}
