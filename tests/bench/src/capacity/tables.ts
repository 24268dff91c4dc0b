import { formatNumber } from '../results/result.ts'
import { BETWEEN_PROCESSES, type Costs, costOf, operationsOf, sumOf } from './costs.ts'
import { BUSIEST_HOUR, BUSIEST_MINUTE, loadOf, MINUTES_PER_START, OPERATIONS, PER_DAY } from './model.ts'
import { MEMBERS_PER_SHARD, type Plan, planOf, SERVICES, usersPerCore } from './plan.ts'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]

/** Returns the tables of docs/benchmarks.md, by name. The bill is README's. */
export function capacityTables(costs: Costs): Record<string, string> {
  return { model: modelTable(), costs: costTable(costs), plan: planTable(costs), first: firstTable(costs) }
}

function modelTable(): string {
  const loads = SIZES.map(loadOf)
  return markdown([
    ['', 'of one user, a day', ...loads.map(({ dailyUsers }) => `a second, ${formatNumber(dailyUsers)} daily users`)],
    ...OPERATIONS.map((name) => [
      name,
      String(PER_DAY[name]),
      ...loads.map(({ perSecond }) => formatNumber(perSecond[name])),
    ]),
    [
      'open sockets',
      `${MINUTES_PER_START} min a start`,
      ...loads.map(({ sockets }) => formatNumber(Math.round(sockets))),
    ],
    [
      'busiest hour, of the day; busiest minute, to its hour',
      `${BUSIEST_HOUR * 100} %; x ${BUSIEST_MINUTE}`,
      ...SIZES.map(() => ''),
    ],
  ])
}

function costTable(costs: Costs): string {
  const groups = groupsOf(costs)
  const row = (label: string) => {
    const cost = costOf(costs, label)
    return [label, ...groups.map((group) => formatNumber(cost[group] ?? 0)), formatNumber(sumOf(cost))]
  }
  return markdown([['processor ms', ...groups, 'all'], ...[...OPERATIONS, BETWEEN_PROCESSES].map(row)])
}

function planTable(costs: Costs): string {
  const plans = SIZES.map((size) => planOf(size, costs))
  const row = (name: string, of: (plan: Plan) => string) => [name, ...plans.map(of)]
  const total = (plan: Plan) => SERVICES.reduce((sum, service) => sum + plan.processes[service], 0)
  return markdown([
    ['daily users', ...plans.map(({ dailyUsers }) => formatNumber(dailyUsers))],
    ...groupsOf(costs).map((group) => row(`cores in use: ${group}`, ({ cores }) => formatNumber(cores[group] ?? 0))),
    ...SERVICES.map((service) => row(`processes: ${service}`, ({ processes }) => String(processes[service]))),
    row('processes, all', (plan) => String(total(plan))),
    row('memory of these processes', ({ memoryGib }) => `${formatNumber(memoryGib)} GiB`),
    row('MongoDB shards after a year', ({ shards }) => `${shards}, ${shards * MEMBERS_PER_SHARD} servers`),
    row('storage a year, one copy', ({ storageTibPerYear }) => `${formatNumber(storageTibPerYear)} TiB`),
    row('lists of online users a second, each chat process', ({ presencePerSecond }) =>
      formatNumber(presencePerSecond),
    ),
  ])
}

function firstTable(costs: Costs): string {
  return markdown([
    ['one core of', 'is used up to 60 % by', 'most of it for'],
    ...usersPerCore(costs).map(({ group, dailyUsers, largest }) => [
      group,
      `${formatNumber(Math.round(dailyUsers))} daily users`,
      largest,
    ]),
  ])
}

function groupsOf(costs: Costs): string[] {
  return [...new Set(Object.values(operationsOf(costs)).flatMap(Object.keys))]
}

export function markdown([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
