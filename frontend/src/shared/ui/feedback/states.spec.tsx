// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmptyState, NoMatches } from './states.tsx'
import { ErrorState } from './error-state.tsx'

test.each([
  [undefined, 2],
  [true, 3],
])(
  'a compact state, which is below the heading of a card, has a heading of the third level: %s',
  (compact, level) => {
    render(
      <>
        <ErrorState title="Not loaded" compact={compact} onRetry={() => undefined} />
        <NoMatches title="Nothing found" compact={compact} onClear={() => undefined} />
      </>,
    )
    expect(screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent)).toEqual([
      'Not loaded',
      'Nothing found',
    ])
  },
)

test('an empty state says what is missing, when there will be something, and what can be done', () => {
  const { container } = render(
    <EmptyState title="No webhooks" text="They tell other systems." action={<button>Add one</button>} />,
  )
  expect(screen.getByRole('heading', { level: 2, name: 'No webhooks' })).toBeTruthy()
  expect(container.querySelector('p')?.textContent).toBe('They tell other systems.')
  expect(screen.getByRole('button', { name: 'Add one' })).toBeTruthy()
})
