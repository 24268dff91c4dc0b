import type { BenchUser } from '../users.ts'

/** A chat server that knows the users of the benchmark: the product, the baseline or a peer. */
export interface ChatServer {
  name: string
  /** Opens a connection; `onMessage` gets the content of each message to this user. */
  connect(user: BenchUser, onMessage: (content: string) => void): Promise<ChatSocket>
}

export interface ChatSocket {
  /** Resolves once the server has accepted the message, if its protocol tells. Throws a Refusal. */
  send(receiver: BenchUser, content: string): Promise<void>
  close(): void
}

/** A response that refuses a call or message, such as a 503 under overload. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
