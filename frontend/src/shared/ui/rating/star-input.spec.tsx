// @vitest-environment happy-dom
import { useState } from 'react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StarInput } from './star-input.tsx'

const Rating = ({ initial = 0 }: { initial?: number }) => {
  const [value, setValue] = useState(initial)
  return (
    <>
      <StarInput label="Functionality" value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  )
}

const shownValue = () => screen.getByRole('status').textContent

test('is a radio group of five labelled stars', () => {
  render(<Rating />)
  expect(screen.getByRole('radiogroup', { name: 'Functionality' })).toBeTruthy()
  expect(screen.getAllByRole('radio')).toHaveLength(5)
  expect(screen.getByRole('radio', { name: '5 stars, Excellent' })).toBeTruthy()
  expect(screen.getByText('Not rated yet')).toBeTruthy()
})

test('pressing a star sets the rating', async () => {
  render(<Rating />)
  await userEvent.click(screen.getByRole('radio', { name: '4 stars, Good' }))
  expect(shownValue()).toBe('4')
  expect(screen.getByText('Good')).toBeTruthy()
})

test('the keys 1 to 5 set the rating and Delete clears it', async () => {
  render(<Rating initial={2} />)
  screen.getByRole('radio', { name: '2 stars, Weak' }).focus()
  await userEvent.keyboard('5')
  expect(shownValue()).toBe('5')
  await userEvent.keyboard('{Delete}')
  expect(shownValue()).toBe('0')
})

test('hovering over a star shows its label without setting the rating', async () => {
  render(<Rating initial={2} />)
  await userEvent.hover(screen.getByRole('radio', { name: '4 stars, Good' }))
  expect(screen.getByText('Good')).toBeTruthy()
  expect(shownValue()).toBe('2')
})
