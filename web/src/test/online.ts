import { onlineManager } from '@tanstack/react-query'
import { onTestFinished, vi } from 'vitest'

/** Connects the device to a network or takes it away until the test ends, and fires the browser's events. */
export function setOnline(isOnline: boolean): void {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  onTestFinished(() => {
    network.mockRestore()
    onlineManager.setOnline(true) // no longer listens after the test's page is gone
  })
}
