/** Runs tasks in order, `lanes` at a time. Returns the results in the order of the tasks. */
export async function runInLanes<T>(tasks: (() => Promise<T>)[], lanes: number): Promise<T[]> {
  const results: T[] = []
  const waiting = tasks.entries()
  async function lane(): Promise<void> {
    for (const [index, task] of waiting) results[index] = await task() // all lanes share this iterator
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
