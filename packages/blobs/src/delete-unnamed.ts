import { paced } from '@zing/kit/timing/pace'
import type { Blobs } from './blobs.ts'
import { idOfBlob } from './key.ts'

/** Deletes blobs older than `before` whose document is gone. Pauses between pages. */
export async function deleteUnnamed(
  blobs: Blobs,
  before: Date,
  existing: (ids: number[]) => Promise<number[]>,
): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await paced(async () => {
      const page = await blobs.list(from)
      const old = page.blobs.flatMap(({ key, createdAt }) => (createdAt < before ? [key] : []))
      const ids = new Set(await existing(old.map(idOfBlob)))
      await blobs.remove(old.filter((key) => !ids.has(idOfBlob(key))))
      return page.next
    })
  }
}
