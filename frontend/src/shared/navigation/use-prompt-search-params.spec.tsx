// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { useLocation, useNavigate } from './router.ts'
import { expect, onTestFinished, test } from 'vitest'
import { usePromptSearchParams } from './use-prompt-search-params.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'

const Slider = () => {
  const [parameters, change] = usePromptSearchParams()
  const navigate = useNavigate()
  return (
    <>
      <input
        type="range"
        min={0}
        max={100}
        value={parameters.get('value') ?? '3'}
        onChange={(event) => change({ value: event.target.value }, { replace: true })}
      />
      <output>{useLocation().search}</output>
      <button type="button" onClick={() => void navigate('?value=50')}>
        Elsewhere
      </button>
    </>
  )
}
const slider = () => screen.getByRole<HTMLInputElement>('slider')

/** Presses a key of the slider as a browser does: from the value that it has, outside of the queue of the test library. */
function press() {
  const input = slider()
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(input, String(Number(input.value) + 1))
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

test('no press is lost while the router has not rendered the earlier ones', async () => {
  renderInRouter(<Slider />)
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  onTestFinished(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
  for (let count = 0; count < 7; count += 1) press()
  expect(slider().value).toBe('10')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('?value=10'))
  expect(slider().value).toBe('10')
})

test('an address from elsewhere replaces the value', async () => {
  renderInRouter(<Slider />)
  act(press)
  expect(slider().value).toBe('4')
  act(() => screen.getByRole('button').click())
  expect(slider().value).toBe('50')
  act(press)
  expect(slider().value).toBe('51')
})
