import type { Ctx } from '../context.ts'
import { toJpegs } from '../photos/to-jpegs.ts'

/**
 * Keeps a photo under a version of its own, before any profile names it: no reader sees half a change, and two changes in
 * the same instant never mean each other's photo. Returns the version.
 */
export async function storePhoto(ctx: Ctx, userId: number, dataUrl: string): Promise<number> {
  const jpegs = await toJpegs(dataUrl)
  const version = await ctx.photoVersions.next()
  await ctx.models.Selfie.create({ _id: version, userId, ...jpegs, createdAt: new Date(), epoch: ctx.epoch.current() })
  return version
}

/** 0 stands for no photo. One that cannot be deleted now is shown nowhere, and goes with the orphans. */
export async function deletePhoto({ models, log }: Ctx, version: number): Promise<void> {
  if (!version) return
  await models.Selfie.deleteOne({ _id: version }).catch((err) => log.warn({ err, version }, 'photo not deleted yet'))
}
