// @vitest-environment happy-dom
import type { SubmitEvent } from 'react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('shows its busy text and ignores further presses', async () => {
  const press = vi.fn<() => void>()
  render(
    <Button kind="primary" busy busyText="Submitting..." onClick={press}>
      Submit Project
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Submitting...' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(press).not.toHaveBeenCalled()
})

test('a busy button does not send its form', async () => {
  const send = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button type="submit" busy>
        Log in
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(send).not.toHaveBeenCalled()
})

test('a disabled button says what is missing', () => {
  render(
    <Button disabled reason="Rate code to submit">
      Submit Rating
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Submit Rating' })
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Rate code to submit')
})

test('a button is not a submit button unless it says so', () => {
  render(<Button>Cancel</Button>)
  expect(screen.getByRole('button').getAttribute('type')).toBe('button')
})
