// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { boardRows } from '../../../../testing/participant-fixtures.ts'

test('a row on a page in German says with a German number why it is above the next one', async () => {
  document.documentElement.lang = 'de'
  vi.resetModules()
  const { Points } = await import('./board-row.tsx')
  const { maya } = boardRows
  const reason = 'reached 1234.5 first'
  const row = { ...maya, _id: maya.id, isCurrentUser: false, totalPoints: 1234.5, reason }
  render(<Points row={row} gain={undefined} />)
  expect(screen.getByText(/1\.234,5 Punkte/).textContent).not.toContain('1234.5')
  document.documentElement.lang = ''
})
