// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../navigation/router.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RequestFailed } from '../../http/request-failed.ts'
import { DataTable } from './data-table.tsx'
import { TableSearch, useTableQuery } from './table-query.tsx'
import type { RowDefinition } from './table-rows.tsx'

type Person = { id: string; name: string; points: number }

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `Person ${index}`,
    points: count - index,
  }))

const definition: RowDefinition<Person, 'points' | 'name'> = {
  id: (person) => person.id,
  points: (person) => person.points,
  columns: [
    { id: 'name', header: 'Name', sort: 'name', isRowHeader: true, cell: (person) => person.name },
    {
      id: 'points',
      header: 'Points',
      sort: 'points',
      cell: (person, { gain, toggle }) => (
        <button {...toggle}>
          {person.points}
          {gain !== undefined && ` +${gain}`}
        </button>
      ),
    },
  ],
  card: (person) => <a href={`/${person.id}`}>{person.name}</a>,
  details: (person) => <p>Details of {person.name}</p>,
}

type View = { state: 'loading' } | { state: 'ready'; rows: readonly Person[] } | Failed
type Failed = { state: 'failed'; title: string; detail: string; message?: string; onRetry: () => void }

let view: View
const onMore = vi.fn<() => void>()

let holds: 'rows' | 'order'

const liveView = (shown: View) => {
  const common = { reload: () => undefined, moreState: 'idle', loadMore: onMore } as const
  if (shown.state === 'loading')
    return { ...common, state: shown.state, data: undefined, message: undefined, error: undefined }
  if (shown.state === 'ready')
    return {
      ...common,
      state: shown.state,
      data: { nextCursor: 'next' },
      message: undefined,
      error: undefined,
    }
  const error = new RequestFailed(0, { code: 'busy', message: shown.detail }, false)
  return {
    ...common,
    state: shown.state,
    data: undefined,
    message: shown.message ?? '',
    error,
    reload: shown.onRetry,
  }
}

const Screen = () => {
  const [{ sort, order, search, status }, changeQuery] = useTableQuery({
    sorts: ['points', 'name'],
    filters: ['status'],
  })
  return (
    <>
      <TableSearch label="Find" ends={['around']} />
      <button type="button" onClick={() => changeQuery({ status: 'active' })}>
        Active {status}
      </button>
      <output aria-label="Shown search">{search}</output>
      <DataTable
        label="People"
        rows={view.state === 'ready' ? view.rows : undefined}
        view={liveView(view)}
        failed={view.state === 'failed' ? view.title : ''}
        definition={definition}
        holds={holds}
        sorting={{ sort, order, onSort: changeQuery }}
        paging={{ firstPageSize: 3, pageSize: 2, summary: (count) => `Showing ${count}` }}
        empty={{ title: 'Nobody yet' }}
      />
    </>
  )
}

const renderTable = (shown: View, url = '/people', isWide = true) => {
  view = shown
  holds = 'rows'
  onMore.mockClear()
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const router = createMemoryRouter([{ path: '*', Component: Screen }], { initialEntries: [url] })
  const { rerender } = render(<RouterProvider router={router} />)
  const url_ = () => router.state.location.search
  const update = (next: View) => {
    view = next
    // A new search parameter that means nothing renders the screen again.
    return act(() =>
      router.navigate(`${router.state.location.search}${router.state.location.search === '' ? '?' : '&'}x=1`),
    )
  }
  return { router, rerender, url: url_, update }
}
const ready = (count: number): View => ({ state: 'ready', rows: people(count) })
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

test('shows that rows are loading', () => {
  renderTable({ state: 'loading' })
  expect(screen.getByText('Loading people')).toBeTruthy()
})

test('shows a failed load and retries it', async () => {
  const onRetry = vi.fn<() => void>()
  renderTable({ state: 'failed', title: 'Failed to fetch people', detail: 'Busy', onRetry })
  expect(screen.getByRole('alert').textContent).toContain('Failed to fetch peopleBusy')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a failed load says what its data says about it, in place of the text for all requests', () => {
  const texts = { title: 'Failed to fetch people', detail: 'Busy', message: 'People are being counted' }
  renderTable({ state: 'failed', ...texts, onRetry: () => undefined })
  expect(screen.getByRole('alert').textContent).toContain('Failed to fetch peoplePeople are being counted')
})

test('shows its empty state without rows', () => {
  renderTable(ready(0))
  expect(screen.getByText('Nobody yet')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('shows a table with row headers', () => {
  renderTable(ready(2))
  expect(within(screen.getByRole('table', { name: 'People' })).getAllByRole('rowheader')).toHaveLength(2)
})

test('shows cards on narrow screens', () => {
  renderTable(ready(2), '/people', false)
  expect(within(screen.getByRole('list', { name: 'People' })).getAllByRole('link')).toHaveLength(2)
  expect(screen.queryByRole('table')).toBeNull()
})

test('sorts by a column, in the URL, and starts at page 1 again', async () => {
  const { url } = renderTable(ready(3), '/people?page=2&other=1')
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(url()).toBe('?other=1&sort=name&order=asc')
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(url()).toBe('?other=1&sort=name&order=desc')
})

test('keeps filters and search in the URL; a sort while somebody types does not revert either', async () => {
  const { url } = renderTable(ready(3))
  await userEvent.type(screen.getByRole('searchbox'), 'ama')
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(url()).toBe('?sort=name&order=asc&search=ama'))
  // The router shows a new address a moment after it has it.
  await waitFor(() => expect(screen.getByLabelText('Shown search').textContent).toBe('ama'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ama')
  await userEvent.click(screen.getByRole('button', { name: /^Active/ }))
  expect(url()).toBe('?sort=name&order=asc&search=ama&status=active')
})

test('a new search begins at page 1, and ends the filters that it replaces', async () => {
  const { url } = renderTable(ready(3), '/people?sort=name&order=asc&status=active&around=me&page=2')
  await userEvent.type(screen.getByRole('searchbox'), 'ama')
  await waitFor(() => expect(url()).toBe('?sort=name&order=asc&status=active&search=ama'))
})

test('changes that begin in one moment are all kept: a search, a sort, a filter and a page', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { url, router } = renderTable(ready(6), '/people?other=1')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ama' } })
  act(() => {
    screen.getByRole('button', { name: 'Name' }).click()
    vi.advanceTimersByTime(250)
    screen.getByRole('button', { name: /^Active/ }).click()
    screen.getByRole('button', { name: 'Show more' }).click()
  })
  expect(url()).toBe('?other=1&sort=name&order=asc&search=ama&status=active&page=2')
  // Not those of before, once the URL was left.
  act(() => void router.navigate('/people?other=2'))
  act(() => screen.getByRole('button', { name: /^Active/ }).click())
  expect(url()).toBe('?other=2&status=active')
})

test('a search in the URL that changes otherwise replaces the typed text', async () => {
  const { router } = renderTable(ready(3), '/people?search=ama')
  await act(() => router.navigate('/people'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('shows more rows, in the URL, and moves the focus to the first of them', async () => {
  const { url } = renderTable(ready(6))
  expect(names()).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(url()).toBe('?page=2')
  expect(names()).toHaveLength(5)
  expect(document.activeElement?.textContent).toBe('3')
  expect(screen.getByText('Showing 5')).toBeTruthy()
  expect(onMore).not.toHaveBeenCalled()
})

test('loads more rows if the page of the URL ends after the loaded ones', () => {
  renderTable(ready(4), '/people?page=2')
  expect(onMore).toHaveBeenCalledOnce()
})

test('loads no more rows by itself for the first page', () => {
  renderTable(ready(2))
  expect(onMore).not.toHaveBeenCalled()
})

test('a search leads to page 1, and the back button leaves the table', async () => {
  const { router, url } = renderTable(ready(6), '/before')
  await act(() => router.navigate('/people'))
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(url()).toBe('?page=2')
  await userEvent.type(screen.getByRole('searchbox'), 'ama')
  await waitFor(() => expect(url()).toBe('?search=ama'))
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/before')
})

test('renders only a part of a long list', () => {
  renderTable(ready(400), '/people?page=200')
  expect(names().length).toBeLessThan(300)
})

test('prints all loaded rows, also those outside the window, and continues as before', () => {
  renderTable(ready(400), '/people?page=2')
  const before = names().length
  expect(before).toBeLessThan(20)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(names()).toHaveLength(400)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(names()).toHaveLength(before)
})

test('holds back changes while the pointer is inside, and shows them on request', async () => {
  const { update } = renderTable(ready(2))
  const table = screen.getByRole('table')
  fireEvent.pointerEnter(table.closest('div')?.parentElement ?? table)
  await update({ state: 'ready', rows: people(2).toReversed() })
  expect(names()).toEqual(['Person 0', 'Person 1'])
  const [first, ...rest] = people(2)
  await update({ state: 'ready', rows: [...rest, { id: 'p0', name: 'Person 0', points: 9 }] })
  expect(first?.points).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: /changes?, show/ }))
  expect(names()).toEqual(['Person 1', 'Person 0'])
})

test('does not report rows that a reload returns unchanged', async () => {
  const { update } = renderTable(ready(2))
  const table = screen.getByRole('table')
  fireEvent.pointerEnter(table.closest('div')?.parentElement ?? table)
  await update(ready(2))
  expect(screen.queryByRole('button', { name: /changes?, show/ })).toBeNull()
  await update(ready(3))
  expect(screen.getByRole('button', { name: '2 changes, show them' })).toBeTruthy()
})

test('shows a next page that arrives while the pointer is inside', async () => {
  const { update } = renderTable(ready(3), '/people?page=2')
  const table = screen.getByRole('table')
  fireEvent.pointerEnter(table.closest('div')?.parentElement ?? table)
  const [, ...rest] = people(3)
  const moved = { id: 'p0', name: 'Person 0', points: 9 }
  const next = { id: 'p9', name: 'Person 9', points: 0 }
  await update({ state: 'ready', rows: [moved, ...rest, next] })
  expect(names()).toEqual(['Person 0', 'Person 1', 'Person 2', 'Person 9'])
  expect(screen.getByRole('button', { name: '1 change, show it' })).toBeTruthy()
})

test('changes rows in place if only their order is held back', async () => {
  const { update } = renderTable(ready(2))
  holds = 'order'
  await update(ready(2))
  const table = screen.getByRole('table')
  fireEvent.pointerEnter(table.closest('div')?.parentElement ?? table)
  const [first, second] = people(2)
  await update({
    state: 'ready',
    rows: [{ id: 'p1', name: 'Renamed', points: 1 }, ...(first ? [first] : [])],
  })
  expect(names()).toEqual(['Person 0', 'Renamed'])
  expect(screen.queryByRole('button', { name: /changes?, show/ })).toBeNull()
  await update({ state: 'ready', rows: [{ id: 'p9', name: 'New', points: 5 }, ...(second ? [second] : [])] })
  expect(names()).toEqual(['Person 0', 'Person 1'])
  fireEvent.click(screen.getByRole('button', { name: '2 changes, show them' }))
  expect(names()).toEqual(['New', 'Person 1'])
})

test('tells cells what a row has gained', async () => {
  const { update } = renderTable(ready(1))
  await update({ state: 'ready', rows: [{ id: 'p0', name: 'Person 0', points: 4 }] })
  expect(screen.getByRole('button', { name: '4 +3' })).toBeTruthy()
})

test('opens the details of one row at a time', async () => {
  renderTable(ready(2))
  await userEvent.click(screen.getByRole('button', { name: '2' }))
  await userEvent.click(screen.getByRole('button', { name: '1' }))
  expect(screen.getAllByText(/^Details of/).map((text) => text.textContent)).toEqual(['Details of Person 1'])
})
