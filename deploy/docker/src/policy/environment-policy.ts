import { readEnv } from '@zing/kit/read-env'
import type { z } from 'zod'

/** Returns the variables that are missing, invalid in production, or not in the schema. */
export function environmentProblems(schema: z.ZodObject, env: Record<string, string>): string[] {
  const known = Object.keys(schema.shape)
  const unknown = Object.keys(env).filter((name) => !known.includes(name))
  const problems = unknown.map((name) => `${name} is in no schema`)
  if (env.NODE_ENV !== 'production') problems.push('NODE_ENV is not production')
  try {
    readEnv(schema, env)
  } catch (error) {
    problems.push(String(error))
  }
  return problems
}
