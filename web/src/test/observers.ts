import { vi } from 'vitest'

/** Replaces IntersectionObserver; returns, for each observed element, the function that reports it as in sight. */
export function recordObservers(): Map<Element, () => void> {
  const observed = new Map<Element, () => void>()
  class Recorder {
    report: IntersectionObserverCallback
    constructor(report: IntersectionObserverCallback) {
      this.report = report
    }
    observe(element: Element): void {
      const entries = [{ isIntersecting: true } as IntersectionObserverEntry] // the part in use
      observed.set(element, () => this.report(entries, this as unknown as IntersectionObserver))
    }
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Recorder)
  return observed
}
