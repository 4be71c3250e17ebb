// @vitest-environment happy-dom
import { useState } from 'react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AlertDialog } from './dialog.tsx'

type ConfirmLogOutProps = { isDismissible?: boolean; busy?: boolean; onConfirm?: () => void }

const ConfirmLogOut = ({
  isDismissible = true,
  busy = false,
  onConfirm = () => undefined,
}: ConfirmLogOutProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Log out
      </button>
      {open && (
        <AlertDialog
          {...{ isDismissible, busy, onConfirm }}
          onClose={() => setOpen(false)}
          title="Log out?"
          description="Are you sure you want to logout?"
          confirmLabel="Logout"
          busyText="Logging out..."
        >
          <input type="checkbox" aria-label="On all devices" />
        </AlertDialog>
      )}
    </>
  )
}

const openDialog = () => userEvent.click(screen.getByRole('button', { name: 'Log out' }))

test('describes itself to screen readers and focuses the cancel button before other controls', async () => {
  render(<ConfirmLogOut />)
  await openDialog()
  const dialog = screen.getByRole('alertdialog', { name: 'Log out?' })
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Are you sure you want to logout?',
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('Escape closes it and returns the focus to the button that opened it', async () => {
  render(<ConfirmLogOut />)
  await openDialog()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log out' })))
})

test('the heading of the screen has the focus after a dialog that took the place of another one', async () => {
  const TwoDialogs = () => {
    const [shown, setShown] = useState(0)
    const next = () => setShown(shown + 1)
    return (
      <main>
        <h1>Webhooks</h1>
        <button type="button" onClick={next}>
          Add
        </button>
        {(shown === 1 || shown === 2) && (
          <AlertDialog
            key={shown}
            title={`Step ${shown}`}
            confirmLabel={`Finish ${shown}`}
            onConfirm={next}
            onClose={next}
          />
        )}
      </main>
    )
  }
  render(<TwoDialogs />)
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Finish 1' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Finish 2' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Webhooks' })),
  )
})

test('the heading of the screen has the focus if the button that opened it is gone', async () => {
  const Comment = () => {
    const [isDeleted, setIsDeleted] = useState(false)
    return (
      <main>
        <h1>Quick show</h1>
        {!isDeleted && <ConfirmLogOut onConfirm={() => setIsDeleted(true)} />}
      </main>
    )
  }
  render(<Comment />)
  await openDialog()
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Quick show' })),
  )
})

test('stays open on Escape when a choice is required, and says so', async () => {
  render(<ConfirmLogOut isDismissible={false} />)
  await openDialog()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(screen.getByText('Make a choice to close this dialog.')).toBeTruthy()
})

test('cannot be closed while busy', async () => {
  const confirm = vi.fn<() => void>()
  render(<ConfirmLogOut busy onConfirm={confirm} />)
  await openDialog()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Logging out...' }))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(confirm).not.toHaveBeenCalled()
})
