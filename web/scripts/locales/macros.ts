import path from 'node:path'
import { type PluginItem, type TransformOptions, transformAsync } from '@babel/core'
import macros, { type LinguiPluginOpts } from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'

const TRANS = path.resolve(import.meta.dirname, '../../src/ui/trans.tsx')

export const linguiConfig = makeConfig(
  {
    locales: ['en'],
    sourceLocale: 'en',
    runtimeConfigModule: { i18n: ['@lingui/core', 'i18n'], Trans: [TRANS, 'Trans'], useLingui: ['@lingui/react'] },
  },
  { skipValidation: true },
)

/** True for a file whose texts are marked with Lingui's macros. */
export function hasMacros(code: string): boolean {
  return /from '@lingui\/(?:core|react)\/macro'/.test(code)
}

/** Replaces the macros by calls; the types and the JSX of the file stay. */
export function expandMacros(
  code: string,
  filename: string,
  fields: NonNullable<LinguiPluginOpts['descriptorFields']>,
  more: PluginItem[] = [],
) {
  const options: TransformOptions = {
    filename,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    parserOpts: { plugins: filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [[macros, { descriptorFields: fields, linguiConfig } satisfies LinguiPluginOpts], ...more],
  }
  return transformAsync(code, options)
}
