import { expect, test } from 'vitest'
import { formatRecoveryCode, recoveryCode } from './recovery-codes.ts'

const CODE = '7K3MQ2ZD04TR91WC'

test.each([
  '7K3M-Q2ZD-04TR-91WC',
  '7k3m-q2zd-04tr-91wc',
  ' 7K3MQ2ZD04TR91WC ',
  '7K3M Q2ZD O4TR 9IWC',
  '7K3M-Q2ZD-o4TR-9lWC',
])('%s is the code that was shown', (typed) => {
  expect(recoveryCode.parse(typed)).toBe(CODE)
})

test('a code is shown in four groups', () => {
  expect(formatRecoveryCode(CODE)).toBe('7K3M-Q2ZD-04TR-91WC')
})

test.each([
  ['', 'Recovery code is required'],
  ['7K3M-Q2ZD-04TR', 'Invalid recovery code'],
  ['7K3M-Q2ZD-04TR-91WCX', 'Invalid recovery code'],
  ['7K3M-Q2ZD-04TR-91W$', 'Invalid recovery code'],
  ['0'.repeat(61), 'Invalid recovery code'],
])('%s is refused', (typed, message) => {
  expect(recoveryCode.safeParse(typed).error?.issues[0]?.message).toBe(message)
})
