import { randomUUID } from 'node:crypto'
import { Refusal } from './chat-server.ts'

const RESPONSE_MS = 20_000

/** The fields of responses to SEND_MESSAGE that the benchmark reads. */
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

/** Messages sent over one socket that have no response yet. */
export function createPendingSends() {
  const pending = new Map<string, PendingSend>()

  return {
    /** Resolves with MESSAGE_SENT for the id passed to `transmit`; throws a Refusal for an ERROR. */
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
    /** Rejects all pending sends when the socket has closed. */
    rejectAll(): void {
      for (const { reject } of [...pending.values()]) reject(new Error('the socket closed before the response'))
    },
  }
}
