import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'

export const PROJECT_LABEL = 'com.docker.compose.project'
const SERVICE_LABEL = 'com.docker.compose.service'

export interface ContainerState {
  id: string
  name: string
  service: string
  isRunning: boolean
  isHealthy: boolean
  hasHealthCheck: boolean
  exitCode: number
  isOutOfMemory: boolean
  startedAt: string
  pid: number
  image: string
}

const Health = z.object({ Status: z.string() }).nullish()
const Inspected = z.array(
  z.object({
    Id: z.string(),
    Name: z.string(),
    Image: z.string(),
    State: z.object({
      Running: z.boolean(),
      ExitCode: z.number(),
      OOMKilled: z.boolean(),
      StartedAt: z.string(),
      Pid: z.number(),
      Health,
      Healthcheck: Health, // podman before 4
    }),
    Config: z.object({
      Labels: z.record(z.string(), z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()).nullish() }).nullish(),
    }),
  }),
)

/** Returns the states of these containers, without containers that have gone meanwhile. */
export async function readStates(engine: Engine, ids: string[]): Promise<ContainerState[]> {
  if (ids.length === 0) return []
  const { stdout } = await engine.attempt(['container', 'inspect', ...ids])
  const inspected = Inspected.parse(JSON.parse(stdout || '[]'))
  return inspected
    .map(({ Id, Name, Image, State, Config }) => ({
      id: Id,
      name: Name.replace(/^\//, ''),
      service: Config.Labels[SERVICE_LABEL] ?? '',
      isRunning: State.Running,
      isHealthy: (State.Health ?? State.Healthcheck)?.Status === 'healthy',
      hasHealthCheck: Boolean(Config.Healthcheck?.Test?.length),
      exitCode: State.ExitCode,
      isOutOfMemory: State.OOMKilled,
      startedAt: State.StartedAt,
      pid: State.Pid,
      image: Image,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
