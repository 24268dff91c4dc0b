import { type NatsConnection, NatsError, type StreamConfig } from 'nats'

type StreamDescription = Partial<StreamConfig> & Pick<StreamConfig, 'name'>
/** nats-server also answers so to one of two processes that create the same stream at once. */
const SUBJECTS_OVERLAP = 10_065
/** A stream of this name has another configuration. */
const EXISTS_OTHERWISE = 10_058

/** Creates a stream if it is missing, and updates the configuration of an older version. */
export async function addStream(nc: NatsConnection, stream: StreamDescription): Promise<void> {
  const { streams } = await nc.jetstreamManager()
  await streams.add(stream).catch((error: unknown) => {
    const code = error instanceof NatsError ? error.jsError()?.err_code : undefined
    if (code === SUBJECTS_OVERLAP) return streams.add(stream)
    if (code === EXISTS_OTHERWISE) return streams.update(stream.name, stream)
    throw error
  })
}
