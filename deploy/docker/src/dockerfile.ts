export interface Instruction {
  name: string
  /** `--from=web` becomes `from: web`. */
  flags: Record<string, string>
  text: string
}

export interface Stage {
  name: string
  /** An image, or the name of an earlier stage. */
  from: string
  instructions: Instruction[]
}

export interface Dockerfile {
  args: Record<string, string>
  stages: Stage[]
}

/** Parses the syntax that our Dockerfile uses; no heredocs, no escapes. */
export function parseDockerfile(text: string): Dockerfile {
  const lines = text.replace(/\\\n/g, ' ').split('\n')
  const instructions = lines.filter((line) => line.trim() && !line.startsWith('#')).map(parseLine)
  const dockerfile: Dockerfile = { args: {}, stages: [] }

  for (const instruction of instructions) {
    const stage = dockerfile.stages.at(-1)
    if (instruction.name === 'FROM') {
      const [from = '', , name = String(dockerfile.stages.length)] = instruction.text.split(/\s+/)
      dockerfile.stages.push({ name, from, instructions: [] })
    } else if (stage) {
      stage.instructions.push(instruction)
    } else if (instruction.name === 'ARG') {
      const [name = '', value = ''] = instruction.text.split('=')
      dockerfile.args[name] = value
    }
  }
  return dockerfile
}

function parseLine(line: string): Instruction {
  const [, name = '', flags = '', text = ''] = /^\s*(\w+)\s+((?:--[\w-]+=\S+\s+)*)(.*)$/.exec(line) ?? []
  return { name: name.toUpperCase(), flags: parseFlags(flags), text: text.trim() }
}

function parseFlags(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]))
}

export function lineage({ stages }: Dockerfile, name: string): Stage[] {
  const stage = stages.find((candidate) => candidate.name === name)
  return stage ? [...lineage({ args: {}, stages }, stage.from), stage] : []
}

/** Parses the exec form, such as `["node", "src/main.ts"]`; null for the shell form. */
export function execForm(text: string): string[] | null {
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) ? words.map(String) : null
  } catch {
    return null
  }
}

/** Returns whether `.dockerignore` excludes a path of the context: the last rule that matches it or a parent decides. */
export function readDockerignore(text: string): (file: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }))
  return (file) => !(rules.findLast(({ pattern }) => pattern.test(file))?.isKept ?? true)
}

function toPattern(glob: string): RegExp {
  const pattern = glob
    .replace(/[.+^$()|[\]{}]/g, String.raw`\$&`)
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${pattern}(?:/.*)?$`)
}
