// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce, Announcer } from './announcer.tsx'

test('announces the same text twice', () => {
  render(<Announcer />)
  act(() => announce('1 new submission'))
  const first = screen.getByText('1 new submission')
  act(() => announce('1 new submission'))
  expect(screen.getByText('1 new submission')).not.toBe(first)
})
