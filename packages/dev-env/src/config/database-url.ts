import { StartError } from '../start-error.ts'

const OPTIONS = { w: 'majority', journal: 'true', retryWrites: 'true' }
// By hand: a URL of several hosts is none for `new URL`.
const SHAPE = /^(mongodb(?:\+srv)?:\/\/)([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/

/** The URL of one database on the server that `serverUrl` names. Options given there win over ours. */
export function databaseUrl(serverUrl: string, database: string): string {
  const [, scheme, hosts, path = '', query = ''] = SHAPE.exec(serverUrl) ?? []
  if (!scheme || !hosts) throw new StartError('MONGO_URL must look like mongodb://127.0.0.1:27017.')

  const options = new URLSearchParams({ ...OPTIONS, ...Object.fromEntries(new URLSearchParams(query)) })
  // The path also named the database that knows the password: with another path it must be said.
  if (hosts.includes('@') && !options.has('authSource')) options.set('authSource', path || 'admin')
  return `${scheme}${hosts}/${database}?${options}`
}
