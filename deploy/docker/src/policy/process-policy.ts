import { folderOf, PROCESS_NAMES, PROCESSES, type ProcessName } from '@zing/proto/processes'
import { addressVariable, ROUTED_SERVICES } from '@zing/proto/routes'
import { type Compose, neededServers } from './compose-policy.ts'

/** Returns where the compose file differs from proto/src/processes.ts. */
export function processProblems({ services }: Compose): string[] {
  return PROCESS_NAMES.flatMap((name) => {
    const service = services[name]
    const problems = service ? differences(name, service) : ['is not in docker-compose.yml; add it beside the others']
    return problems.map((problem) => `${name}: ${problem}`)
  })
}

function differences(name: ProcessName, { build, environment }: Compose['services'][string]): string[] {
  const { port, servers } = PROCESSES[name]
  const folder = folderOf(name)
  const [needed, used] = [['nats', ...servers].sort(), neededServers(environment, ['mongodb', 'nats', 'redis'])]
  const problems: string[] = []
  if (build?.args.SERVICE !== folder) problems.push(`is not built with SERVICE: ${folder}`)
  if (environment.PORT !== String(port)) problems.push(`does not listen on ${port}`)
  if (used.join() !== needed.join()) problems.push(`uses ${used.join(', ')} and not ${needed.join(', ')}`)
  for (const service of name === 'gateway' ? ROUTED_SERVICES : []) {
    const address = `http://${service}:${PROCESSES[service].port}`
    const variable = addressVariable(service)
    if (environment[variable] !== address) problems.push(`${variable} is not ${address}`)
  }
  return problems
}
