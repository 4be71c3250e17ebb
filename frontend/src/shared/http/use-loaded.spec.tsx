// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLoaded } from './use-loaded.ts'

/** What a screen would show of calls that the spec answers, and a button for its next one. */
const Shown = ({ load }: { load: () => Promise<string> }) => {
  const loaded = useLoaded('words', load, 'It could not be loaded.')
  if (loaded.state === 'loading') return <p>loading</p>
  const [text, again] =
    loaded.state === 'ready' ? [loaded.value, loaded.reload] : [loaded.message, loaded.retry]
  return <button onClick={again}>{text}</button>
}

const shownAfter = async (...answers: readonly (string | Error)[]): Promise<string> => {
  const left = [...answers]
  const load = async () => {
    const answer = left.shift() ?? ''
    if (answer instanceof Error) throw answer
    return answer
  }
  await act(async () => void render(<Shown load={load} />))
  for (const _ of answers.slice(1)) await act(async () => screen.getByRole('button').click())
  return screen.getByRole('button').textContent
}

test('keeps the loaded value when a reload fails', async () => {
  expect(await shownAfter('first', new Error('away'))).toBe('first')
})

test('replaces the loaded value after a reload', async () => {
  expect(await shownAfter('first', new Error('away'), 'third')).toBe('third')
})

test('shows a message when loading fails', async () => {
  expect(await shownAfter(new Error('away'))).toBe('It could not be loaded.')
})

test('loads the value on a retry after a failure', async () => {
  expect(await shownAfter(new Error('away'), 'second')).toBe('second')
})
