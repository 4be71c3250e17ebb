// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { maya } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { guideIds } from '../../shared/submissions/guides.ts'
import { GuideScreen } from './guide-screen.tsx'
import { readGroup } from '../../../build/i18n/message-files.ts'
import { languages } from '../../shared/i18n/languages.ts'

const open = (id: string) => {
  const router = createMemoryRouter([{ path: '/guides/:guide', Component: GuideScreen }], {
    initialEntries: [`/guides/${id}`],
  })
  return render(<RouterProvider router={router} />)
}
test.each(guideIds)('the guide %s has a title, parts with text, and leads to the other two', (id) => {
  open(id)
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('')
  expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(3)
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  for (const other of guideIds) expect(addresses.includes(`/guides/${other}`)).toBe(other !== id)
  expect(addresses[0]).toBe('/')
})

test.each(languages.filter(({ pseudo }) => !pseudo))(
  'each guide in $code has 150 to 300 words',
  (language) => {
    const messages = readGroup(language, 'guides')
    for (const guide of ['liveLink', 'repository', 'screenshot']) {
      const texts = Object.entries(messages).flatMap(([key, text]) => (key.startsWith(guide) ? [text] : []))
      const words = texts.join(' ').split(/\s+/).length
      expect([guide, words >= 150, words <= 300]).toEqual([guide, true, true])
    }
  },
)

test('an unknown guide says so, and lists the existing guides', () => {
  open('secrets')
  expect(screen.getByRole('heading', { level: 1, name: 'Guide not found' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test('goes back to the resources for participants', () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  open('repository')
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/resources')
})
