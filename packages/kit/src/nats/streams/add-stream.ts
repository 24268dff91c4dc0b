import { type NatsConnection, NatsError, type StreamConfig } from 'nats'

export type StreamDescription = Partial<StreamConfig> & Pick<StreamConfig, 'name'>
export type AddStream = (nc: NatsConnection, stream: StreamDescription) => Promise<void>

/** nats-server also answers so to one of two processes that create the same stream at once. */
const SUBJECTS_OVERLAP = 10_065
/** A stream of this name has another configuration. */
const EXISTS_OTHERWISE = 10_058

/** Creates a stream if it is missing, and updates the configuration of an older version, to `existing` where that differs. */
export async function addStream(
  nc: NatsConnection,
  stream: StreamDescription,
  existing: Partial<StreamConfig> = stream,
): Promise<void> {
  const { streams } = await nc.jetstreamManager()
  await streams.add(stream).catch((error: unknown) => {
    const code = jetStreamErrorOf(error)
    if (code === SUBJECTS_OVERLAP) return streams.add(stream)
    if (code === EXISTS_OTHERWISE) return streams.update(stream.name, existing)
    throw error
  })
}

/** The number by which JetStream names an error; undefined for other errors. */
export function jetStreamErrorOf(error: unknown): number | undefined {
  return error instanceof NatsError ? error.jsError()?.err_code : undefined
}
