// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { AlertDialog } from './dialog/dialog.tsx'
import { followRemovals } from './focus-after-removal.ts'

const names = ['Ada', 'Bob', 'Cy']

const People = ({ as: Row, asks = false }: { as: 'li' | 'tr' | 'tbody'; asks?: boolean }) => {
  const [people, setPeople] = useState(names)
  const [question, setQuestion] = useState<string>()
  const remove = (name: string) => setPeople((before) => before.filter((other) => other !== name))
  const rows = people.map((name) => {
    const buttons = (
      <>
        <button type="button">{`Open ${name}`}</button>
        <button type="button" onClick={() => (asks ? setQuestion(name) : remove(name))}>
          {`Remove ${name}`}
        </button>
      </>
    )
    if (Row === 'li') return <li key={name}>{buttons}</li>
    const row = (
      <tr key={name}>
        <td>{buttons}</td>
      </tr>
    )
    return Row === 'tr' ? row : <tbody key={name}>{row}</tbody>
  })
  const list = Row === 'li' ? <ul>{rows}</ul> : <table>{Row === 'tr' ? <tbody>{rows}</tbody> : rows}</table>
  return (
    <main>
      <h1>Screen</h1>
      <section>
        <h2>People</h2>
        {people.length === 0 ? <p>Nobody</p> : list}
      </section>
      {question !== undefined && (
        <AlertDialog
          title="Remove?"
          confirmLabel="Yes"
          onConfirm={() => {
            remove(question)
            setQuestion(undefined)
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </main>
  )
}

const show = (as: 'li' | 'tr' | 'tbody', asks = false) => {
  onTestFinished(followRemovals())
  render(<People as={as} asks={asks} />)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const expectFocus = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text))

test.each(['li', 'tr', 'tbody'] as const)(
  'after a removal the focus is on the next row (%s), then on the last one, then on the heading',
  async (as) => {
    show(as)
    await press('Remove Ada')
    await expectFocus('Remove Bob')
    await press('Remove Cy')
    await expectFocus('Remove Bob')
    await press('Remove Bob')
    await expectFocus('People')
  },
)

test('also after a question', async () => {
  show('li', true)
  await press('Remove Bob')
  await press('Yes')
  await expectFocus('Remove Cy')
})

test('a row that disappears by itself takes no focus', async () => {
  show('li')
  screen.getByRole('button', { name: 'Open Cy' }).focus()
  await press('Remove Ada')
  screen.getByRole('button', { name: 'Open Cy' }).focus()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement?.textContent).toBe('Open Cy')
})
