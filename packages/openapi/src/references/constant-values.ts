import path from 'node:path'

/** Reads a file by its path from the root. */
export type Read = (file: string) => string

const NUMBER = /^\d[\d_]*(?:\.\d+)?$/
const TOKEN = /[\w.]+|[-+*/]/g
const EXPRESSION = /^[\w.]+(?:\s*[-+*/]\s*[\w.]+)*$/
const WORKSPACES: [RegExp, string][] = [
  [/^@zing\/proto\//, 'proto/src/'],
  [/^@zing\/kit\//, 'packages/kit/src/'],
]

/** The numbers of a constant or a property. An object gives the numbers of its properties. */
export function valuesOf(name: string, file: string, read: Read): { name: string; value: number }[] {
  return definitionsOf(name, read(file)).flatMap(([defined = name, text = '']) => {
    const object = /^\{ (.+) \}$/.exec(text)?.[1]
    if (object) return object.split(', ').flatMap((one) => propertyOf(one, file, read))
    const value = evaluate(text, file, read)
    return value === null ? [] : [{ name: defined, value }]
  })
}

/** Finds the constant `name`, with the rest of its line. A `name` that ends with an underscore finds all that begin with it. */
function definitionsOf(name: string, text: string): [string, string][] {
  const constant = `\\b(${name}${name.endsWith('_') ? '\\w+' : ''})`
  const definition = new RegExp(`(?:const |[{,] |^ +)${constant}(?:: \\w+ = |: | = )(.+)`, 'gm')
  return [...text.matchAll(definition)].map(([, defined = '', rest = '']) => [defined, withoutRest(rest)])
}

/** Cuts off a comment, and everything after a property. */
function withoutRest(line: string): string {
  const code = line.replace(/\s*\/\/.*$/, '').replace(/,$/, '')
  return code.startsWith('{') || code.includes('(') ? code : code.replace(/(?:, | \}).*$/, '')
}

function propertyOf(text: string, file: string, read: Read): { name: string; value: number }[] {
  const [name = '', expression = ''] = text.split(': ')
  const value = evaluate(expression, file, read)
  return value === null ? [] : [{ name, value }]
}

/** Numbers and constants with + - * /; null for anything else. */
function evaluate(expression: string, file: string, read: Read): number | null {
  if (!EXPRESSION.test(expression)) return null
  let [sum, product, sign] = [0, 1, 1]
  let operator = '*'
  for (const [token] of expression.matchAll(TOKEN)) {
    if (token === '*' || token === '/') operator = token
    else if (token === '+' || token === '-') {
      sum += sign * product
      ;[product, sign, operator] = [1, token === '-' ? -1 : 1, '*']
    } else {
      const value = NUMBER.test(token) ? Number(token.replaceAll('_', '')) : constantOf(token, file, read)
      if (value === null) return null
      product = operator === '*' ? product * value : product / value
    }
  }
  return sum + sign * product
}

/** The value of a constant of the file, or of an imported one. */
function constantOf(name: string, file: string, read: Read): number | null {
  const own = valuesOf(name, file, read)[0]
  if (own) return own.value
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(read(file))?.[1]
  if (!imported) return null
  const from = imported.startsWith('.') ? path.join(path.dirname(file), imported) : fileOf(imported)
  return from === file ? null : constantOf(name, from, read)
}

function fileOf(module: string): string {
  const [pattern, folder] = WORKSPACES.find(([one]) => one.test(module)) ?? [/^/, '']
  return `${module.replace(pattern, folder)}.ts`
}
