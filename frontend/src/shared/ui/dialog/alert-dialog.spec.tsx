// @vitest-environment happy-dom
import { useState } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertDialog } from './alert-dialog.tsx'

afterEach(cleanup)

type QuestionProps = { mustChoose?: boolean; busy?: boolean; onConfirm?: () => void }

const Question = ({ mustChoose = false, busy = false, onConfirm = () => undefined }: QuestionProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Log out
      </button>
      <AlertDialog
        {...{ open, mustChoose, busy, onConfirm }}
        onOpenChange={setOpen}
        title="Log out?"
        description="Are you sure you want to logout?"
        confirmLabel="Logout"
        busyText="Logging out..."
      />
    </>
  )
}

const ask = () => userEvent.click(screen.getByRole('button', { name: 'Log out' }))

test('describes the question to screen readers and focuses the safe choice', async () => {
  render(<Question />)
  await ask()
  const dialog = screen.getByRole('alertdialog', { name: 'Log out?' })
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Are you sure you want to logout?',
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('Escape closes it and the focus goes back to where it came from', async () => {
  render(<Question />)
  await ask()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log out' })))
})

test('stays open on Escape when a choice is required, and says why', async () => {
  render(<Question mustChoose />)
  await ask()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(screen.getByText('Make a choice to close this dialog.')).toBeTruthy()
})

test('cannot be closed while busy', async () => {
  const confirm = vi.fn<() => void>()
  render(<Question busy onConfirm={confirm} />)
  await ask()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Logging out...' }))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(confirm).not.toHaveBeenCalled()
})
