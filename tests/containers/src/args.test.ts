import { expect, test } from 'vitest'
import { readArgs } from './args.ts'

const KNOWN = ['build', 'start', 'kill']

test('without options all steps run, and nothing is kept', () => {
  expect(readArgs([], KNOWN)).toEqual({ isQuick: false, isKept: false, steps: [], trial: null })
})

test('it reads --quick, --keep and the names of steps', () => {
  expect(readArgs(['--quick', '--keep'], KNOWN)).toEqual({ isQuick: true, isKept: true, steps: [], trial: null })
  expect(readArgs(['kill'], KNOWN).steps).toEqual(['kill'])
})

test('--up and --down start and remove the product without a step', () => {
  expect(readArgs(['--up'], KNOWN).trial).toBe('up')
  expect(readArgs(['--down'], KNOWN).trial).toBe('down')
})

test.each([[['stop']], [['--fast']], [['--up', '--down']]])('%j is refused with a sentence', (args) => {
  expect(() => readArgs(args, KNOWN)).toThrow(/There is no step stop|Usage: npm run containers/)
})
