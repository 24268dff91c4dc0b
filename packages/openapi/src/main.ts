import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { DOCS_FOLDER } from './references/docs-folder.ts'
import { createReferences } from './references/references.ts'
import { servePage } from './serve-page.ts'

// `npm run openapi` writes the references; `-- --serve` serves the API page in front of a running product instead.

const { values: options } = parseArgs({
  options: { serve: { type: 'boolean' }, port: { type: 'string', default: '8090' } },
})

if (options.serve) await serve()
else write()

async function serve(): Promise<void> {
  const zingUrl = process.env.ZING_URL ?? 'http://localhost:8080'
  try {
    const page = await servePage({ zingUrl, port: Number(options.port) })
    console.log(`API page at ${page.url} for ${zingUrl}; Ctrl-C stops it.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error) // no stack for a port in use
    process.exitCode = 1
  }
}

function write(): void {
  for (const [name, text] of Object.entries(createReferences())) {
    writeFileSync(path.join(DOCS_FOLDER, name), text)
    console.log(`docs/${name}`)
  }
}
