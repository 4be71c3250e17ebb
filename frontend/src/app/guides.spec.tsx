// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { matchRoutes } from '../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { DocumentationIllustration } from '../features/landing/features.tsx'
import { guides } from '../features/guides/guide-screen.tsx'
import { screens } from '../shared/navigation/screens.ts'
import { routes } from './routes.tsx'
import { renderInRouter } from '../../testing/render-in-router.tsx'

test('the landing page promises only guides that exist, by their titles', () => {
  renderInRouter(<DocumentationIllustration />)
  const promised = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])
  expect(promised).toEqual(Object.entries(guides).map(([id, { title }]) => [`/guides/${id}`, title]))
  for (const [address] of promised)
    expect(matchRoutes(routes, address ?? '')?.at(-1)?.route.path).toBe(screens.guide.path)
})
