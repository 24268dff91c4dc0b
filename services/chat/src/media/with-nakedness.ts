import type { Ctx } from '../context.ts'
import type { Content } from './content.ts'

/** Adds what vision sees in a photo, or notes that it shall look later. Unchanged where the community warns of nothing. */
export async function withNakedness({ settings, lookAtPhoto }: Ctx, content: Content): Promise<Content> {
  const { looks, blobs } = content
  if (looks.kind !== 'photo' || !blobs.thumb || settings.current().settings.people.nakednessFrom === null)
    return content
  const mayBeNude = await lookAtPhoto.soon(blobs.thumb)
  if (mayBeNude === null) return { ...content, unseen: { nextAt: new Date(), attempts: 0 } }
  return { ...content, looks: { ...looks, mayBeNude } }
}
