// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { Fragment, useState, type ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { translatePage } from '../../testing/translate-page.ts'
import { followTranslators } from './translated-page.ts'

/** Follows translators until the test ends. */
function startFollowing(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype
  onTestFinished(() => void Object.assign(Node.prototype, { appendChild, insertBefore, removeChild }))
  followTranslators()
}

/** Shows the first state, has the page translated, shows the later ones, and returns the text of the page. */
async function textAfterChanges(first: ReactNode, ...later: readonly ReactNode[]): Promise<string> {
  startFollowing()
  let show: (children: ReactNode) => void = () => undefined
  const Changing = () => {
    const [children, setChildren] = useState(first)
    show = setChildren
    return <p>{children}</p>
  }
  const { container } = render(<Changing />)
  onTestFinished(translatePage())
  await settle()
  expect(container.innerHTML).toContain('<font>')
  for (const children of later) {
    await act(async () => show(children))
    await settle()
  }
  return container.textContent
}

const settle = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 5)))

type Change = [name: string, first: ReactNode, second: ReactNode, text: string, third?: ReactNode]

const changes: Change[] = [
  ['a text goes', ['Hello', <b key="b">Maya</b>], [null, <b key="b">Maya</b>], '«Maya»'],
  [
    'a text becomes an element',
    ['Hello', <b key="b">Maya</b>],
    [<i key="i">Hi</i>, <b key="b">Maya</b>],
    '«Hi»«Maya»',
  ],
  ['an element comes before a text', [null, 'Hello'], [<b key="b">Maya</b>, 'Hello'], '«Maya»«Hello»'],
  ['a text comes before a text', [null, 'Hello'], ['Dear', 'Hello'], '«Dear»«Hello»'],
  ['a text changes beside another one', ['Day ', '4'], ['Day ', '5'], '«Day »«5»'],
  ['the only text changes', 'Day 4', 'Day 5', '«Day 5»'],
  ['a text changes twice', ['Day ', '4'], ['Day ', '5'], '«Day »«6»', ['Day ', '6']],
  ['everything goes', ['Day ', '4', <b key="b">now</b>], null, ''],
]

const item = (name: string) => (
  <Fragment key={name}>
    {name}
    <b>{'!'}</b>
  </Fragment>
)

changes.push(
  ['texts change places', ['A', 'B', 'C'].map(item), ['C', 'A', 'B'].map(item), '«C»«!»«A»«!»«B»«!»'],
  ['a text moves to the end', ['A', 'B'].map(item), ['B', 'A'].map(item), '«B»«!»«A»«!»'],
  ['texts become one', ['Day ', '4', ' of 30'], 'No day', '«No day»'],
  ['one text becomes several', 'No day', ['Day ', '4'], '«Day »«4»'],
  [
    'a text becomes empty and comes back',
    ['Hello ', 'Maya'],
    ['Hello ', ''],
    '«Hello »«Ada»',
    ['Hello ', 'Ada'],
  ],
)

test.each(changes)('while the page is translated, %s', async (_, first, second, text, third = second) => {
  expect(await textAfterChanges(first, second, third)).toBe(text)
})

test('a text that changes and disappears before the translator notices is gone', async () => {
  startFollowing()
  const shown = (text: string | null) => (
    <p>
      {text}
      <b>Maya</b>
    </p>
  )
  const { container, rerender } = render(shown('Hello'))
  onTestFinished(translatePage())
  await settle()
  rerender(shown('Bye'))
  rerender(shown(null))
  await settle()
  expect(container.textContent).toBe('«Maya»')
})

test('a missing child that is not a text node is still a fault', () => {
  startFollowing()
  expect(() => document.body.removeChild(document.createElement('b'))).toThrow(/not a child/)
})
