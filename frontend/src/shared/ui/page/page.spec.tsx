// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '../../../../testing/render-in-router.tsx'
import { AdminPage, ParticipantPage } from './page.tsx'

const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const back = { to: '/members/maya', label: 'Maya' }

test('a screen of participants leads back to the dashboard if it belongs to no other screen', () => {
  renderInRouter(<ParticipantPage title="Resources">Guides</ParticipantPage>)
  expect(links()).toEqual([['Dashboard', '/dashboard']])
})

test.each([AdminPage, ParticipantPage])('a screen leads back to the one that it belongs to', (Page) => {
  renderInRouter(
    <Page title="Projects" back={back}>
      List
    </Page>,
  )
  expect(links()).toEqual([['Maya', '/members/maya']])
})

test('a screen of admins has no way back by itself, and room for a note that is still empty', () => {
  const { container } = renderInRouter(
    <>
      <AdminPage title="Users" note={undefined}>
        List
      </AdminPage>
      <AdminPage title="Settings">Cards</AdminPage>
    </>,
  )
  expect(links()).toEqual([])
  expect([...container.querySelectorAll('header')].map((head) => head.querySelectorAll('p').length)).toEqual([
    1, 0,
  ])
})
