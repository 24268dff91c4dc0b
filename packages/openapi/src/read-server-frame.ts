import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerFrame } from '@zing/proto/frames/server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FrameSchemas } from './frame-schemas.ts'
import { DOCS_FOLDER } from './references/docs-folder.ts'

const schemas: FrameSchemas = JSON.parse(readFileSync(path.join(DOCS_FOLDER, 'frames.json'), 'utf8'))
const ajv = new Ajv2020({ validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(schemas, 'frames')

/** Parses a server frame. Throws when docs/frames.json does not declare it. */
export function readServerFrame(text: string): ServerFrame {
  const frame: ServerFrame = JSON.parse(text)
  const kinds = schemas.$defs.ServerFrame.oneOf ?? []
  const kind = kinds.findIndex(({ properties }) => properties?.type?.const === frame.type)
  if (kind < 0) throw new Error(`docs/frames.json has no server frame ${frame.type}`)
  const validate = ajv.getSchema(`frames#/$defs/ServerFrame/oneOf/${kind}`) // ajv keeps it compiled
  if (!validate) throw new Error(`no schema of ${frame.type}`)
  if (validate(frame)) return frame
  const [{ params, message } = {}] = validate.errors ?? []
  throw new Error(`server frame ${frame.type} ${message} ${JSON.stringify(params)}, unlike docs/frames.json`)
}
