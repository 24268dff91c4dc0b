const FAILED_CALL = /level=warning msg="failed: (.*?) \| (?:.*?)" source=console/
const DUPLICATE = 'level=warning msg="Request Failed"' // k6 logs it in addition to the script's line
const UNCAUGHT = /level=error msg="Uncaught \(in promise\) (.*?)(?:\\n|"(?: |$))/
const FAILED_CALL_ERROR = 'Error: failed: ' // `call` has logged it

export interface Failure {
  message: string
  count: number
}

/** Groups the failures in k6's output by message. */
export function createTally(): { add(line: string): boolean; failures(): Failure[] } {
  const counts = new Map<string, number>()
  return {
    /** False if the line reports no failure. */
    add(line) {
      if (line.includes(DUPLICATE)) return true
      const message = line.match(FAILED_CALL)?.[1] ?? line.match(UNCAUGHT)?.[1]
      if (!message) return false
      if (message.startsWith(FAILED_CALL_ERROR)) return true
      counts.set(message, (counts.get(message) ?? 0) + 1)
      return true
    },
    failures() {
      return [...counts].map(([message, count]) => ({ message, count })).toSorted((a, b) => b.count - a.count)
    },
  }
}
