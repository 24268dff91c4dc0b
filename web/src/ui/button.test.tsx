import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

const VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const
const SIZES = ['default', 'sm', 'lg', 'icon'] as const

function classNames(buttons: Parameters<typeof Button>[0][]): Set<string> {
  render(buttons.map((props) => <Button key={`${props.variant}${props.size}`} {...props} />))
  return new Set(screen.getAllByRole('button').map(({ className }) => className))
}

test('every variant of the specification has its own style (9.buttons.variants)', () => {
  expect(classNames(VARIANTS.map((variant) => ({ variant }))).size).toBe(VARIANTS.length)
})

test('every size of the specification has its own style (9.buttons.sizes)', () => {
  expect(classNames(SIZES.map((size) => ({ size }))).size).toBe(SIZES.length)
})
