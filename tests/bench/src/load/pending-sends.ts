import { randomUUID } from 'node:crypto'
import { Refusal } from './chat-server.ts'

const RESPONSE_MS = 20_000

/** The frames that respond to SEND_MESSAGE, as far as the benchmark reads them. */
export interface SendResponse {
  type: string
  message?: { clientMessageId?: string }
  clientMessageId?: string
  status?: number
}

interface PendingSend {
  resolve(): void
  reject(error: Error): void
}

/** Messages that were sent over one socket and have no response yet. */
export function createPendingSends() {
  const pending = new Map<string, PendingSend>()

  return {
    /** Resolves with MESSAGE_SENT for the id that `transmit` gets; throws a Refusal for an ERROR. */
    send(transmit: (clientMessageId: string) => void): Promise<void> {
      const id = randomUUID()
      return new Promise((resolve, reject) => {
        const timeout = setTimeout(() => end(() => reject(new Error('a message got no response'))), RESPONSE_MS)
        function end(report: () => void): void {
          clearTimeout(timeout)
          pending.delete(id)
          report()
        }
        pending.set(id, { resolve: () => end(resolve), reject: (error) => end(() => reject(error)) })
        transmit(id)
      })
    },
    onFrame({ type, message, clientMessageId, status = 0 }: SendResponse): void {
      if (type === 'MESSAGE_SENT') pending.get(message?.clientMessageId ?? '')?.resolve()
      if (type === 'ERROR') pending.get(clientMessageId ?? '')?.reject(new Refusal(status, `SEND_MESSAGE: ${status}`))
    },
    /** Rejects what has no response: the socket has closed. */
    rejectAll(): void {
      for (const { reject } of [...pending.values()]) reject(new Error('the socket closed before the response'))
    },
  }
}
