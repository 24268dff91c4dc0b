import { flag } from '@zing/kit/env'
import { readEnv } from '@zing/kit/read-env'
import { z } from 'zod'

const NAMES = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Variables of a process that stores bytes; its schema needs the rule `hasWholeS3` too. */
export const blobEnv = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.org' })
    .optional()
    .describe('[photos in a bucket](operations.md#photos-in-a-bucket) of this S3 service; without it in MongoDB'),
  S3_REGION: z.string().optional().describe('often `us-east-1`'),
  S3_BUCKET: z.string().optional().describe('for Zing alone'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('may list, read, write and delete objects'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('its secret'),
  S3_FORCE_PATH_STYLE: flag.default(false).describe('`true` without a host name per bucket'),
  S3_LEAVING: flag.default(false).describe('`true` moves all back to MongoDB'),
}

type Given = { [name in (typeof NAMES)[number]]?: string | undefined }

/** A rule for `superRefine`: all variables are set, or none. */
export function hasWholeS3(given: Given, { addIssue }: Pick<z.core.$RefinementCtx, 'addIssue'>): void {
  const missing = NAMES.filter((name) => given[name] === undefined)
  if (missing.length === NAMES.length) return
  for (const name of missing) addIssue({ code: 'custom', path: [name], message: 'is missing: S3 needs all of them' })
}

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  isPathStyle: boolean
  isLeaving: boolean
}

/** Null without S3. */
export function s3ConfigOf(given: Given & { S3_FORCE_PATH_STYLE: boolean; S3_LEAVING: boolean }): S3Config | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    isPathStyle: given.S3_FORCE_PATH_STYLE,
    isLeaving: given.S3_LEAVING,
  }
}

/** The bucket that the environment of an operator's command names. Throws if it is named by half. */
export function readS3Config(env: NodeJS.ProcessEnv = process.env): S3Config | null {
  return s3ConfigOf(readEnv(z.object(blobEnv).superRefine(hasWholeS3), env))
}
