const FAILED_CALL = /level=warning msg="failed: (.*?) \| (?:.*?)" source=console/
const TOLD_TWICE = 'level=warning msg="Request Failed"' // by k6, and by the script
const UNCAUGHT = /level=error msg="Uncaught \(in promise\) (.*?)(?:\\n|"(?: |$))/
const OF_A_FAILED_CALL = 'Error: failed: ' // which has a line of its own

export interface Failure {
  what: string
  times: number
}

/** What went wrong according to the lines of k6, each kind once with its count. */
export function createTally(): { add(line: string): boolean; failures(): Failure[] } {
  const times = new Map<string, number>()
  return {
    /** False: the line tells of something else. */
    add(line) {
      if (line.includes(TOLD_TWICE)) return true
      const what = line.match(FAILED_CALL)?.[1] ?? line.match(UNCAUGHT)?.[1]
      if (!what) return false
      if (what.startsWith(OF_A_FAILED_CALL)) return true
      times.set(what, (times.get(what) ?? 0) + 1)
      return true
    },
    failures() {
      return [...times].map(([what, count]) => ({ what, times: count })).toSorted((a, b) => b.times - a.times)
    },
  }
}
