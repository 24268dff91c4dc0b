import { databaseOf, SERVICES_WITH_DATABASE } from '@zing/proto/processes'
import { z } from 'zod'
import { runTool } from '../product/run-tool.ts'
import type { Step } from './step.ts'

const MONGODB = 'mongodb:27017'

/**
 * SEC-77: each service's user reads and writes only its own database. A client without a password reaches no database.
 */
export const databases: Step = {
  name: 'databases',
  async run({ product }) {
    const { values } = product.env
    const users = SERVICES_WITH_DATABASE.map((service) => {
      const name = databaseOf(service)
      return [
        name,
        `mongodb://${name}:${values[`MONGO_${service.toUpperCase()}_PASSWORD`]}@${MONGODB}/${name}`,
      ] as const
    })
    const urls = { ...Object.fromEntries(users), anonymous: `mongodb://${MONGODB}/` }
    const names = [...users.map(([name]) => name), 'admin']
    const printed = await runTool(product, ['tests/containers/src/tools/try-databases.ts'], {
      env: { URLS: JSON.stringify({ urls, databases: names }) },
    })
    const allowed = z.array(z.string()).parse(JSON.parse(printed))
    const wanted = users.flatMap(([name]) => [`${name} reads ${name}`, `${name} writes ${name}`])
    const problems = [
      ...allowed.filter((access) => !wanted.includes(access)),
      ...wanted.filter((access) => !allowed.includes(access)).map((access) => `not: ${access}`),
    ]
    if (problems.length > 0) throw new Error(problems.join('; '))
    return `${Object.keys(urls).length} users and ${names.length} databases: each service has its own, a client without password none`
  },
}
