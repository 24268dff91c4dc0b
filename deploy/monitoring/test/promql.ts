interface Selector {
  metric: string
  /** The label matchers in braces. */
  matchers: { label: string; value: string }[]
}

export interface Names {
  selectors: Selector[]
  /** Labels of `by (…)`, `on (…)` and others. */
  groupings: string[]
}

const TOKEN = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\d[\w.]*|[a-zA-Z_]\w*|[{}(),]|[=!~<>+\-*/%^]+/g
const WORD = /^[a-zA-Z_]/
const GROUPINGS = ['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']
const OPERATORS = ['and', 'or', 'unless', 'offset', 'bool']

/** Extracts the metrics and labels of a PromQL expression; promtool checks its syntax. */
export function namesIn(expression: string): Names {
  const tokens: string[] = expression.match(TOKEN) ?? []
  const names: Names = { selectors: [], groupings: [] }
  for (let at = 0; at < tokens.length; at++) {
    const [token = '', next = ''] = tokens.slice(at, at + 2)
    if (!WORD.test(token) || OPERATORS.includes(token)) continue
    if (GROUPINGS.includes(token)) {
      const end = tokens.indexOf(')', at)
      names.groupings.push(...tokens.slice(at, end).filter((inner) => WORD.test(inner) && inner !== token))
      at = end
      continue
    }
    if (next === '(' || GROUPINGS.includes(next)) continue // a function
    const end = next === '{' ? tokens.indexOf('}', at) : at
    names.selectors.push({ metric: token, matchers: matchersOf(tokens.slice(at + 1, end)) })
    at = end
  }
  return names
}

function matchersOf(tokens: string[]): Selector['matchers'] {
  return tokens.flatMap((label, at) => {
    if (!WORD.test(label)) return []
    return [{ label, value: (tokens[at + 2] ?? '').slice(1, -1) }]
  })
}
