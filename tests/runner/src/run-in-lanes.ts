/** Runs the tasks in their order, so many at a time. Answers in the order of the tasks. */
export async function inLanes<T>(tasks: (() => Promise<T>)[], lanes: number): Promise<T[]> {
  const answers: T[] = []
  const waiting = tasks.entries()
  async function lane(): Promise<void> {
    for (const [index, task] of waiting) answers[index] = await task() // the lanes share one iterator
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}
