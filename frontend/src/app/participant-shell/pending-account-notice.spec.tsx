// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { maya } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { PendingAccountNotice } from './participant-shell.tsx'

test('tells a pending user that the account waits for an admin', () => {
  useSession.setState({ session: { kind: 'user', user: { ...maya, status: 'pending' } } })
  render(<PendingAccountNotice />)
  expect(screen.getByText('Your account is waiting for an admin.')).toBeDefined()
})

test('shows nothing to an active user', () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  const { container } = render(<PendingAccountNotice />)
  expect(container.textContent).toBe('')
})
