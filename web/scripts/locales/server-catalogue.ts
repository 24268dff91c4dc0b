import path from 'node:path'
import type { CatalogType } from '@lingui/conf'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { serverTexts } from '@zing/proto/texts/server-texts'
import { WEB } from './sources.ts'

export const serverFile = (language: string) => path.join(WEB, '../packages/kit/src/texts/compiled', `${language}.json`)

/** The compiled texts that services say, as JSON by id. */
export function serverCatalogue(catalogue: CatalogType): string {
  const compiled = Object.values(catalogue).flatMap(({ context, translation }) =>
    context !== undefined && context in serverTexts && translation
      ? [[context, compileMessageOrThrow(translation)] as const]
      : [],
  )
  const lines = compiled.map(([id, tokens]) => `${JSON.stringify(id)}: ${JSON.stringify(tokens)}`)
  return `{\n${lines.sort().join(',\n')}\n}\n`
}
