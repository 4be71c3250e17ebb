// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { boardRows } from '../../../../testing/participant-fixtures.ts'
import { MemoryRouter } from '../../../shared/navigation/router.ts'
import { Podium } from './podium.tsx'

test('orders the podium first, second, third and shows an empty rank as open', () => {
  const rows = [
    { ...boardRows.kenji, name: 'Kenji', totalPoints: 173.2 },
    { ...boardRows.amara, name: 'Amara', totalPoints: 170 },
  ]
  render(<Podium rows={rows} you={undefined} />, { wrapper: MemoryRouter })
  const places = screen.getAllByRole('listitem').map((place) => place.textContent)
  expect(places[0]).toContain('First: Kenji')
  expect(places[0]).toContain('173.2 pts')
  expect(places[1]).toContain('Second: Amara')
  expect(places[1]).toContain('170.0 pts')
  expect(places[2]).toContain('Open')
})
