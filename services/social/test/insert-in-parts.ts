const PART = 500

/** Inserts rows in parts, each of which a slow machine stores within the timeouts of a service. */
export async function insertInParts<T>(rows: T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += PART) await insert(rows.slice(from, from + PART))
}
