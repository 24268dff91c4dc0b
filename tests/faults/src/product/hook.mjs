// Preloaded into a process of the product (NODE_OPTIONS=--import=...): breaks its code or its clock on purpose.
import { registerHooks } from 'node:module'
import { MUTANTS } from '../mutants.ts'

const { FAULTS_MUTANT, FAULTS_CLOCK_SKEW_MS } = process.env

if (FAULTS_CLOCK_SKEW_MS) skewClock(Number(FAULTS_CLOCK_SKEW_MS))
if (FAULTS_MUTANT) mutate(MUTANTS.find(({ name }) => name === FAULTS_MUTANT))

function skewClock(skewMs) {
  const now = Date.now.bind(Date)
  globalThis.Date = class extends Date {
    constructor(...args) {
      if (args.length === 0) super(now() + skewMs)
      else super(...args)
    }
    static now() {
      return now() + skewMs
    }
  }
}

function mutate(mutant) {
  if (!mutant) throw new Error(`unknown mutant ${FAULTS_MUTANT}`)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const edits = mutant.edits.filter(({ file }) => url.endsWith(`/${file}`))
      if (edits.length === 0) return loaded
      const source = edits.reduce((text, { find, replace }) => text.replace(find, () => replace), String(loaded.source))
      return { ...loaded, source }
    },
  })
}
