// @vitest-environment happy-dom
import { useState } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { StarInput } from './star-input.tsx'

afterEach(cleanup)

const Rating = ({ first = 0 }: { first?: number }) => {
  const [value, setValue] = useState(first)
  return (
    <>
      <StarInput label="Functionality" value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  )
}

const given = () => screen.getByRole('status').textContent

test('is a group of five choices with labels', () => {
  render(<Rating />)
  expect(screen.getByRole('radiogroup', { name: 'Functionality' })).toBeTruthy()
  expect(screen.getAllByRole('radio')).toHaveLength(5)
  expect(screen.getByRole('radio', { name: '5 stars, Excellent' })).toBeTruthy()
  expect(screen.getByText('Not rated yet')).toBeTruthy()
})

test('pressing a star gives it', async () => {
  render(<Rating />)
  await userEvent.click(screen.getByRole('radio', { name: '4 stars, Good' }))
  expect(given()).toBe('4')
  expect(screen.getByText('Good')).toBeTruthy()
})

test('the keys 1 to 5 give stars and Delete takes them back', async () => {
  render(<Rating first={2} />)
  screen.getByRole('radio', { name: '2 stars, Weak' }).focus()
  await userEvent.keyboard('5')
  expect(given()).toBe('5')
  await userEvent.keyboard('{Delete}')
  expect(given()).toBe('0')
})

test('pointing at a star shows its word before it is given', async () => {
  render(<Rating first={2} />)
  await userEvent.hover(screen.getByRole('radio', { name: '4 stars, Good' }))
  expect(screen.getByText('Good')).toBeTruthy()
  expect(given()).toBe('2')
})
