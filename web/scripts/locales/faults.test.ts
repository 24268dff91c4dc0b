import { expect, test } from 'vitest'
import { faultsOf } from './faults.ts'

const plural = '{count, plural, one {# day} other {# days}}'

test('it finds a placeholder or a tag that only one side has', () => {
  expect(faultsOf('Hi <0>{name}</0>', 'Hallo <0>{nmae}</0>', 'de')).toEqual(['{name', '{nmae'])
  expect(faultsOf('Read the <0>rules</0>', 'Lies die <0>Regeln<0>', 'de')).toEqual(['</0>'])
  expect(faultsOf('{name}, {age}', '{age}, {name}', 'de')).toEqual([])
})

test('when English has a plural, it finds the forms that a translation lacks', () => {
  expect(faultsOf(plural, '{count, plural, one {# يوم} few {# أيام} many {# يومًا} other {# يوم}}', 'ar')).toEqual([
    'no form for zero',
    'no form for two',
  ])
  expect(faultsOf(plural, '{count, plural, =1 {Tag} other {# Tage}}', 'de')).toEqual([])
  expect(faultsOf(plural, '{count} Tage', 'de')).toEqual(['no form for one', 'no form for other'])
  expect(faultsOf('{count} days', '{count, plural, one {# Tag} other {# Tage}}', 'de')).toEqual([])
})

test('it finds signs of another language', () => {
  expect(faultsOf('Really?', 'Vraiment ?', 'fr')).toEqual(['foreign punctuation'])
  expect(faultsOf('Really?', 'Vraiment\u202f?', 'fr')).toEqual([])
  expect(faultsOf('Saving...', 'Guardando...', 'es')).toEqual(['foreign punctuation'])
  expect(faultsOf('Really?', 'حقًا?', 'ar')).toEqual(['foreign punctuation'])
})
