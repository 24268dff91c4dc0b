import { type NodePath, parseSync, traverse, type types } from '@babel/core'

const READ_ATTRIBUTES =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|alt|placeholder|label|hint|text|legend|less|more|action|heading|caption|term|event|message|\w+(?:Label|Text|Hint|Title))$/
const HINTS_TO_KEYBOARDS = /^(?:next|send|search|done|https:\/\/)$/
const READ_PROPERTIES = /^(?:label|hint|text|title|message)$/
const READ_CALLS = /^(?:toast|toastError|announce|setError)$/
const SENTENCE = /^\P{L}*\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)? \p{Ll}/u
const LETTERS = /\p{L}{2}/u
/** Words of a comment on the same line, which gives the reason. */
const EXEMPT = 'not translated'
/** Elements and calls whose literals nobody reads, or which are marked. */
const MARKED_ELEMENTS = /^(?:Trans|code|style|path)$/
const MARKED_CALLS = /^(?:t|msg|plural|Error|clsx|require|import)$|Error$/

/** Returns the texts of a file that people read and no macro marks, as "line: text". */
export function literalsIn(file: string, code: string): string[] {
  const found: string[] = []
  const plugins = file.endsWith('x') ? (['typescript', 'jsx'] as const) : (['typescript'] as const)
  const ast = parseSync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: [...plugins] },
  })
  if (!ast) throw new Error(`${file} cannot be parsed`)
  const lines = code.split('\n')
  const report = ({ node }: NodePath, text: string) => {
    const line = node.loc?.start.line ?? 1
    if (!lines[line - 1]?.includes(EXEMPT)) found.push(`${line}: ${text.replace(/\s+/g, ' ').trim()}`)
  }

  traverse(ast, {
    JSXText(path) {
      if (LETTERS.test(path.node.value) && !isMarked(path)) report(path, path.node.value)
    },
    StringLiteral(path) {
      const { value } = path.node
      if (LETTERS.test(value) && isRead(path, value) && !isMarked(path)) report(path, value)
    },
    TemplateLiteral(path) {
      const text = path.node.quasis.map(({ value }) => value.raw).join('{}')
      if (LETTERS.test(text.replaceAll('{}', '')) && isRead(path, text) && !isMarked(path)) report(path, text)
    },
  })
  return found
}

function isRead(path: NodePath<types.StringLiteral | types.TemplateLiteral>, text: string): boolean {
  if (
    path.findParent(
      (one) => one.isTSType() || one.isImportDeclaration() || one.isExportNamedDeclaration({ source: path.node }),
    )
  )
    return false
  const holder = holderOf(path)
  if (holder?.isJSXAttribute()) return READ_ATTRIBUTES.test(nameOf(holder.node.name)) && !HINTS_TO_KEYBOARDS.test(text)
  if (holder?.isJSXElement() || holder?.isJSXFragment()) return true
  if (holder?.isObjectProperty() && READ_PROPERTIES.test(nameOf(holder.node.key))) return /[\p{Lu} ]/u.test(text)
  if (holder?.isCallExpression() && READ_CALLS.test(nameOf(holder.node.callee))) return /[\p{Lu} ]/u.test(text)
  return SENTENCE.test(text)
}

/** The attribute, element, property or call that gets this value, also as a branch of a condition. */
function holderOf(path: NodePath): NodePath | null {
  const parent = path.parentPath
  if (!parent) return null
  if (parent.isConditionalExpression()) return path.key === 'test' ? null : holderOf(parent)
  if (parent.isLogicalExpression() || parent.isJSXExpressionContainer() || parent.isTSAsExpression())
    return holderOf(parent)
  return parent
}

function isMarked(path: NodePath): boolean {
  return Boolean(
    path.findParent(
      (one) =>
        (one.isTaggedTemplateExpression() && MARKED_CALLS.test(nameOf(one.node.tag))) ||
        ((one.isCallExpression() || one.isNewExpression()) && MARKED_CALLS.test(nameOf(one.node.callee))) ||
        (one.isJSXElement() && MARKED_ELEMENTS.test(nameOf(one.node.openingElement.name))),
    ),
  )
}

function nameOf(node: types.Node): string {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name
  if (node.type === 'StringLiteral') return node.value
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return ''
}
