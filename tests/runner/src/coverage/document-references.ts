import path from 'node:path'

/** A reference to a document, from the file that contains it. */
interface Reference {
  file: string
  target: string
}

export interface Repository {
  files: string[]
  read(file: string): string
}

const DOCUMENT = /[\w./-]*[\w-]+\.md\b(?:#[\w-]+)?/g
const LINK = /\]\(([^)\s]+)\)/g
const CODE = /\.(ts|tsx|mjs|js|yml|yaml|conf|json|jsonc|example|Dockerfile)$/

/** Lists references to missing documents, files or headings, one sentence each. */
export function danglingReferences(repository: Repository): string[] {
  const known = new Set(repository.files)
  const headings = new Map<string, Set<string>>()

  function hasHeading(document: string, anchor: string): boolean {
    const anchors = headings.get(document) ?? anchorsOf(repository.read(document))
    headings.set(document, anchors)
    return anchors.has(anchor)
  }

  function isThere({ file, target }: Reference): boolean {
    const [name = '', anchor] = target.split('#')
    const document = placesOf(file, name).find((one) => known.has(one) || isFolder(one, repository.files))
    if (document === undefined) return false
    return anchor === undefined || !known.has(document) || hasHeading(document, anchor)
  }

  return referencesIn(repository)
    .filter((reference) => !isThere(reference))
    .map(({ file, target }) => `${file} refers to ${target}, which is not there`)
}

function referencesIn({ files, read }: Repository): Reference[] {
  return files.flatMap((file) => {
    if (file.endsWith('.md'))
      return targetsOf(read(file), LINK, 1)
        .filter(isLocal)
        .map((target) => ({ file, target }))
    if (!CODE.test(file)) return []
    return targetsOf(read(file), DOCUMENT, 0).map((target) => ({ file, target }))
  })
}

/**
 * A link is relative to its file. A path in a comment is relative to the root. A bare name means a document in docs/.
 */
function placesOf(file: string, name: string): string[] {
  if (name === '') return [file]
  return [path.join(path.dirname(file), name), path.normalize(name), path.join('docs', path.basename(name))]
}

function targetsOf(text: string, pattern: RegExp, group: number): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[group] ?? [])
}

function isLocal(target: string): boolean {
  return !/^[a-z]+:/.test(target)
}

function isFolder(name: string, files: string[]): boolean {
  const folder = name.endsWith('/') ? name : `${name}/`
  return files.some((file) => file.startsWith(folder))
}

/** The anchors that GitHub derives from a document's headings. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)]
  return new Set(headings.map(([, heading = '']) => anchorOf(heading)))
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
