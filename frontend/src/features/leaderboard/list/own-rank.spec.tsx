// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, resetLeaderboard, table } from '../../../../testing/leaderboard-screen.tsx'
import { boardEntry, boardResponse, boardRows } from '../../../../testing/participant-fixtures.ts'

const { kenji, amara, rafael, maya, leila } = boardRows
const winner = { ...maya, rank: 1, totalPoints: 150 }
const wonBoard = {
  ...boardResponse([winner, { ...kenji, rank: 2 }, { ...amara, rank: 3 }, { ...rafael, rank: 4 }, leila]),
  you: boardEntry(winner),
  next: null,
}
const ownRank = () => screen.findByRole('button', { name: /You.*(behind|in the lead)/ })

beforeEach(resetLeaderboard)

test('the own rank leads to the podium if the user is there', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  renderScreen(() => wonBoard)
  await table()
  fireEvent.click(await ownRank())
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
})

test('the own rank leads to the own row, which is loaded if the list does not have it', async () => {
  const scrolled: (string | undefined)[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.dataset['flipId'])
  })
  let rows = [kenji, amara, rafael, maya, leila]
  const requests = renderScreen(() => boardResponse(rows))
  await table()
  fireEvent.click(await ownRank())
  expect(scrolled).toEqual(['maya'])
  rows = [kenji, amara, rafael, leila]
  fireEvent.click(within(await table()).getByRole('button', { name: 'Quality' }))
  await waitFor(() => expect(screen.queryByText('@maya')).toBeNull())
  fireEvent.click(await ownRank())
  await waitFor(() => expect(requests.some(({ query }) => query.get('around') === 'me')).toBe(true))
})

test.each([
  ['the own row', boardResponse(), 'maya'],
  ['the podium', wonBoard, undefined],
])('the own rank is not pinned while %s is visible', async (_, board, id) => {
  const observed: (string | undefined)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      report
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.report = report
      }
      observe(element: HTMLElement) {
        observed.push(element.dataset['flipId'])
        queueMicrotask(() => this.report([{ isIntersecting: true }]))
      }
      disconnect() {}
    },
  )
  renderScreen(() => board)
  await table()
  await waitFor(() => expect(observed).toContain(id))
  await waitFor(() => expect(screen.queryByRole('button', { name: /You.*(behind|in the lead)/ })).toBeNull())
})
