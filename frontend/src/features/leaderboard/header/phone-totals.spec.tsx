// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubMedia } from '../../../../testing/window.ts'
import { boardResponse } from '../../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../../testing/render-in-router.tsx'
import { boardFromResponse } from '../../../shared/leaderboard/board.ts'
import { BoardHeader } from './board-header.tsx'

const shown = () =>
  ['Users', 'Points', 'Your rank'].map((label) => screen.getByText(label).nextSibling?.textContent)

test('on phones the totals are short, and a dash until they are known', () => {
  stubMedia(false)
  const board = boardFromResponse(boardResponse(), [])
  const totals = { ...board.totals, totalPoints: 164_321.4 }
  const { unmount } = renderInRouter(<BoardHeader board={{ ...board, totals }} topThree={undefined} />)
  expect(shown()).toEqual(['5', '164k', '4'])
  unmount()
  renderInRouter(<BoardHeader board={undefined} topThree={undefined} />)
  expect(shown()).toEqual(['–', '–', '–'])
})
