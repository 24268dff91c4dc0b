// Preloaded into a process of the product (NODE_OPTIONS=--import=...): breaks its code or its clock.
import { registerHooks } from 'node:module'
import { NAIVE } from '../attack/place/naive.ts'
import { applyEdit } from '../mutants/apply-edit.ts'
import { PACKAGES } from '../mutants.ts'

const { FAULTS_MUTANT, FAULTS_CLOCK_SKEW_MS } = process.env

if (FAULTS_CLOCK_SKEW_MS) skewClock(Number(FAULTS_CLOCK_SKEW_MS))
if (FAULTS_MUTANT) mutate(FAULTS_MUTANT)

/** Shifts the wall clock without replacing the class: libraries know Date by its name and prototype. */
function skewClock(skewMs) {
  const now = Date.now.bind(Date)
  Date.now = () => now() + skewMs
  globalThis.Date = new Proxy(Date, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now() + skewMs] : args),
    apply: () => new Date().toString(),
  })
}

/** Edits the mutant's code in whichever file of the package it is. */
function mutate(wanted) {
  const isWanted = ({ name }) => name === wanted
  const found = [...PACKAGES, NAIVE].find(({ mutants }) => mutants.some(isWanted))
  if (!found) throw new Error(`unknown mutant ${wanted}`)
  const mutant = found.mutants.find(isWanted)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.includes(`/${found.package}/src/`) || !url.endsWith('.ts')) return loaded
      const source = mutant.edits.reduce((text, edit) => applyEdit(text, edit) ?? text, String(loaded.source))
      return { ...loaded, source }
    },
  })
}
