import type { PictureWants } from '@zing/proto/vision/seen-picture'
import type { Ctx } from '../context.ts'
import { type NamedPicture, nameOf } from './named-picture.ts'

/**
 * Stores the question about a picture, with what an earlier question about it wants. Vision may be away, then it is asked once
 * vision is back.
 */
export async function askAboutPicture(ctx: Ctx, picture: NamedPicture, wants: PictureWants): Promise<void> {
  const wanted = Object.entries(wants).map(([want, value]) => [`wants.${want}`, value])
  if (wanted.length === 0) return
  const at = new Date()
  const question = { userId: picture.userId, at, nextAt: at, attempts: 0, epoch: ctx.epoch.current() }
  const change = { $set: { ...question, ...Object.fromEntries(wanted) } }
  await ctx.models.PictureToSee.updateOne({ _id: nameOf(picture) }, change, { upsert: true })
  ctx.looks.soon()
}
