// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { IconButton } from './icon-button.tsx'

test('the keyboard focus shows the name of an icon button, and Escape hides it', async () => {
  render(<IconButton label="Log out" icon={<svg />} />)
  await userEvent.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Log out')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
})
