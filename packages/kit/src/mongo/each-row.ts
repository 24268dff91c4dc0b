import { paced } from '../timing/pace.ts'

const PAGE = 1_000

/** Passes all rows to `handle` in the order of their ids. Reads up to `limit` rows after an id at a time, with pauses. */
export async function forEachRow<Row extends { _id: number } | { _id: string }>(
  first: Row['_id'],
  read: (after: Row['_id'], limit: number) => Promise<Row[]>,
  handle: (row: Row) => void,
): Promise<void> {
  for (let after: Row['_id'] = first, isLast = false; !isLast; ) {
    const page = await paced(() => read(after, PAGE))
    for (const row of page) handle(row)
    after = page.at(-1)?._id ?? after
    isLast = page.length < PAGE
  }
}
