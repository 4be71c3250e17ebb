// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { useLinkQuery } from './use-link-query.ts'

test('a screen that React drops and renders again has the token of its link, and the address has none', async () => {
  window.history.replaceState({ idx: 1 }, '', '/confirm-email?token=of-a-mail')
  const { promise, resolve } = Promise.withResolvers<void>()
  const Screen = () => <p>{useLinkQuery('/confirm-email').get('token')}</p>
  const Later = () => {
    use(promise)
    return null
  }
  await act(async () => {
    render(
      <Suspense fallback="loading">
        <Screen />
        <Later />
      </Suspense>,
    )
  })
  expect(document.body.textContent).toBe('loading')
  await act(async () => resolve())
  expect(document.body.textContent).toBe('of-a-mail')
  expect([window.location.pathname, window.location.search, window.history.state]).toEqual([
    '/confirm-email',
    '',
    { idx: 1 },
  ])
})
