import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { MANIFEST_SCHEMA } from '../paths.ts'

const Named = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) })

// formats of numbers have no meaning in JSON; ajv knows none by itself
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(JSON.parse(readFileSync(MANIFEST_SCHEMA, 'utf8')), 'kubernetes')

/** Returns the faults for which the Kubernetes API would refuse these objects: unknown, missing or wrong fields. */
export function schemaProblems(manifests: unknown[]): string[] {
  return manifests.flatMap((manifest) => {
    const named = Named.safeParse(manifest)
    if (!named.success) return ['an object has no kind or no name']
    const { kind, metadata } = named.data
    const validate = ajv.getSchema(`kubernetes#/$defs/${kind}`)
    if (!validate) return [`${kind} ${metadata.name}: there is no schema of this kind`]
    if (validate(manifest)) return []
    return [`${kind} ${metadata.name}: ${describeError(validate.errors?.[0])}`]
  })
}

function describeError(error: ErrorObject | undefined): string {
  const extra: unknown = error?.params.additionalProperty
  return `${error?.instancePath || '/'} ${extra === undefined ? error?.message : `has an unknown field ${extra}`}`
}
