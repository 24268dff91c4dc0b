import { StartError } from '../start-error.ts'

const OPTIONS = { w: 'majority', journal: 'true', retryWrites: 'true' }
// `new URL` rejects several hosts.
const SHAPE = /^(mongodb(?:\+srv)?:\/\/)([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/

/** Returns the URL of one database on the server of `serverUrl`, whose options take precedence over the defaults. */
export function databaseUrl(serverUrl: string, database: string): string {
  const [, scheme, hosts, path = '', query = ''] = SHAPE.exec(serverUrl) ?? []
  if (!scheme || !hosts) throw new StartError('MONGO_URL must look like mongodb://127.0.0.1:27017.')

  const options = new URLSearchParams({ ...OPTIONS, ...Object.fromEntries(new URLSearchParams(query)) })
  // The path is also the default of authSource: with another path it must be explicit.
  if (hosts.includes('@') && !options.has('authSource')) options.set('authSource', path || 'admin')
  return `${scheme}${hosts}/${database}?${options}`
}
