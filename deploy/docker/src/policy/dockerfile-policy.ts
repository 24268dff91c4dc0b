import { type Dockerfile, execForm, lineage } from '../dockerfile.ts'

const EXACT_TAG = /^[\w./-]+:\d+\.\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/
const INSTALL = /\bnpm ci\b/

/** Returns the violations of SEC-75 in the Dockerfile. */
export function dockerfileProblems(dockerfile: Dockerfile, targets: string[], pinnedNode: string): string[] {
  const problems: string[] = []
  const check = (isMet: boolean, problem: string) => void (isMet || problems.push(problem))
  const image = dockerfile.args.NODE_IMAGE ?? ''
  check(EXACT_TAG.test(image), `base image "${image}" has no exact tag`)
  check(image.startsWith(`docker.io/library/node:${pinnedNode}-`), `the base image is not Node ${pinnedNode}`)

  const all = dockerfile.stages.flatMap(({ instructions }) => instructions)
  const wholeContext = all.filter(({ name, flags, text }) => name === 'COPY' && !flags.from && /^\.\/?\s/.test(text))
  check(wholeContext.length === 0, 'COPY takes the whole context')
  check(!all.some(({ name }) => name === 'ADD'), 'ADD is used')
  const installs = all.filter(({ name, text }) => name === 'RUN' && /\bnpm (ci|i|install)\b/.test(text))
  check(
    installs.every(({ text }) => INSTALL.test(text) && text.includes('--ignore-scripts')),
    'an npm install runs scripts',
  )
  const isSecret = /secret|password|token|pin/i
  check(!all.some(({ name, text }) => /ENV|ARG/.test(name) && isSecret.test(text)), 'a secret is built into the image')

  for (const target of targets) {
    const stages = lineage(dockerfile, target)
    const instructions = stages.flatMap((stage) => stage.instructions)
    const last = (wanted: string) => instructions.findLast(({ name }) => name === wanted)
    check(stages.length > 0, `${target}: there is no such stage`)
    check(/^(?!root$|0(:|$))\w+/.test(last('USER')?.text ?? ''), `${target}: runs as root`)
    check(execForm(last('CMD')?.text ?? '') !== null, `${target}: CMD is no exec form, so signals do not arrive`)
    check(
      execForm((last('HEALTHCHECK')?.text ?? '').replace(/^.*?CMD /, '')) !== null,
      `${target}: has no health check`,
    )
    const tools = instructions.filter(({ name, text }) => name === 'RUN' && INSTALL.test(text))
    check(tools.length === 0, `${target}: installs packages in the last stage`)
    for (const { flags } of instructions.filter(({ name }) => name === 'COPY')) {
      check(Boolean(flags.from), `${target}: is not multi-stage, it copies from the context`)
    }
  }
  const command = execForm(all.findLast(({ name }) => name === 'CMD')?.text ?? '')?.join(' ') ?? ''
  const compiled = dockerfile.stages.find(({ name }) => name === 'compiled')?.instructions ?? []
  const isFilled = compiled.some(({ name, text }) => name === 'RUN' && text.startsWith(`${command} |`))
  check(isFilled, 'the compile cache is not filled by CMD, whose options it depends on')
  const production = dockerfile.stages.find(({ name }) => name === 'packages')?.instructions ?? []
  check(
    production.some(({ text }) => INSTALL.test(text) && text.includes('--omit=dev') && text.includes('--workspace=')),
    'packages for development are installed',
  )
  return problems
}
