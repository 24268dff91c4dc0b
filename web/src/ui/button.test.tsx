import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

const VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const
const SIZES = ['default', 'sm', 'lg', 'icon'] as const

function looks(buttons: Parameters<typeof Button>[0][]): Set<string> {
  render(buttons.map((props) => <Button key={`${props.variant}${props.size}`} {...props} />))
  return new Set(screen.getAllByRole('button').map(({ className }) => className))
}

test('every variant of the specification has a look of its own', () => {
  expect(looks(VARIANTS.map((variant) => ({ variant }))).size).toBe(VARIANTS.length)
})

test('every size of the specification has a look of its own', () => {
  expect(looks(SIZES.map((size) => ({ size }))).size).toBe(SIZES.length)
})
