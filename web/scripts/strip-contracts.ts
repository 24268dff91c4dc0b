import path from 'node:path'
import { type ESTree, type Plugin, parseSync } from 'vite'

const PROTO = path.resolve(import.meta.dirname, '../../proto/src')
/** What `lib/call.ts` reads of an endpoint; the services check the rest. */
const KEPT = new Set(['method', 'path', 'isUpload'])

/** Leaves out of the build what no browser uses of the contracts: schemas of requests and responses, and unused constants. */
export function stripContracts(): Plugin {
  return {
    name: 'zing-strip-contracts',
    apply: 'build',
    enforce: 'pre', // before the types are removed
    transform(code, id) {
      const file = id.split('?')[0] ?? ''
      return file.startsWith(`${PROTO}/`) && file.endsWith('.ts')
        ? { code: stripContract(file, code), map: null }
        : null
    },
  }
}

interface Edit {
  start: number
  end: number
  text: string
}

/** Keeps the used properties of endpoints, and marks constants that call something as free of side effects. */
export function stripContract(file: string, code: string): string {
  const edits = constantsOf(parseSync(file, code).program).flatMap((init) => [
    { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
    ...endpointEdits(init, code),
    { start: init.end, end: init.end, text: '))()' },
  ])
  return withoutUnusedImports(file, applyEdits(code, edits))
}

/** A module that is imported is bundled with its importer, even if nothing of it is used. */
function withoutUnusedImports(file: string, code: string): string {
  const imports = parseSync(file, code).program.body.filter((statement) => statement.type === 'ImportDeclaration')
  const removalOf = ({ start, end }: ESTree.Span): Edit => ({ start, end, text: '' })
  const rest = applyEdits(code, imports.map(removalOf))
  const isUsed = ({ local }: { local: { name: string } }) => new RegExp(`\\b${local.name}\\b`).test(rest)
  return applyEdits(code, imports.filter(({ specifiers }) => !specifiers.some(isUsed)).map(removalOf))
}

/** Edits are in the order of the code and do not overlap. */
function applyEdits(code: string, edits: Edit[]): string {
  return edits
    .toReversed()
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}

/** Values of the module's constants that bundlers must take for calls with side effects. */
function constantsOf(program: ESTree.Program): ESTree.Expression[] {
  return program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return []
    return declared.declarations.flatMap(({ init }) => (init && MAY_CALL.has(init.type) ? [init] : []))
  })
}

const MAY_CALL = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

function endpointEdits(init: ESTree.Expression, code: string): Edit[] {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return []
  const [declared] = init.arguments
  if (declared?.type !== 'ObjectExpression') return []
  const kept = declared.properties.filter(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && KEPT.has(one.key.name),
  )
  const text = kept.map(({ start, end }) => code.slice(start, end)).join(', ')
  return [{ start: declared.start, end: declared.end, text: `{ ${text} }` }]
}
