// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { FreezeNotice } from './board-page.tsx'

const frozenAt = '2099-11-20T12:00:00.000Z'

beforeEach(() => useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true }))

test('says since when the standings are frozen, in the time zone of the challenge', () => {
  useCurrentDay.setState({ frozenAt, frozen: true, timeZone: 'Asia/Tokyo' })
  render(<FreezeNotice />)
  expect(screen.getByRole('status').textContent).toBe(
    'Frozen since Nov 20, 2099 at 9:00 PM (Asia/Tokyo). Later ratings count in the final standings.',
  )
})

test('says nothing before the freeze begins and after the reveal', () => {
  useCurrentDay.setState({ frozenAt, frozen: false })
  render(<FreezeNotice />)
  expect(screen.queryByRole('status')).toBeNull()
  act(() => useCurrentDay.setState({ frozenAt, frozen: true }))
  expect(screen.getByRole('status')).toBeTruthy()
  act(() => useCurrentDay.setState({ frozenAt: null, frozen: false }))
  expect(screen.queryByRole('status')).toBeNull()
})
