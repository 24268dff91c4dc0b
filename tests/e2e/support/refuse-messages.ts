import type { Page } from '@playwright/test'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKET_PATH } from '@zing/proto/paths'

/**
 * Refuses a page's messages over socket and POST until the returned function is called. Call it before the page opens
 * its socket.
 */
export async function refuseMessages(page: Page, status: number, message: string): Promise<() => void> {
  let isRefusing = true
  await page.route('**/api/messages', (route) =>
    isRefusing ? route.fulfill({ status, json: { message } }) : route.fallback(),
  )
  await page.routeWebSocket(`**${SOCKET_PATH}`, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as ClientFrame // our own client sent it
      if (!isRefusing || frame.type !== 'SEND_MESSAGE') return server.send(text)
      const { clientMessageId } = frame
      const error: ServerFrame = { type: 'ERROR', code: 'SEND_MESSAGE_FAILED', message, clientMessageId, status }
      socket.send(JSON.stringify(error))
    })
  })
  return () => {
    isRefusing = false
  }
}
